import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.mail.SimpleMailMessage;
import org.springframework.mail.javamail.JavaMailSender;

/** A Spring Boot application that is configured by the application.properties beside it. */
@SpringBootConfiguration
@EnableAutoConfiguration
public class Example {
    public static void main(String[] args) {
        try (var context = SpringApplication.run(Example.class, args)) {
            var mail = new SimpleMailMessage();
            mail.setFrom("app@example.test");
            mail.setTo("you@example.test");
            mail.setSubject("Hello from Spring Boot");
            mail.setText("Caught.");
            context.getBean(JavaMailSender.class).send(mail);
        }
    }
}
