import jakarta.mail.Authenticator;
import jakarta.mail.Message;
import jakarta.mail.PasswordAuthentication;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.util.Properties;

/** Angus, the Jakarta Mail of Eclipse, with STARTTLS where it is offered, which it does not do unasked, and a login where there is one. */
public class AngusDefault {
    public static void main(String[] args) throws Exception {
        var properties = new Properties();
        properties.put("mail.smtp.host", args[0]);
        properties.put("mail.smtp.port", args[1]);
        properties.put("mail.smtp.starttls.enable", "true");
        properties.put("mail.smtp.auth", String.valueOf(args.length > 3));
        var login = new Authenticator() {
            @Override
            protected PasswordAuthentication getPasswordAuthentication() {
                return new PasswordAuthentication(args[3], args[4]);
            }
        };
        var mail = new MimeMessage(Session.getInstance(properties, login));
        mail.setFrom(new InternetAddress("app@sender.test"));
        mail.setRecipient(Message.RecipientType.TO, new InternetAddress("you@recipient.test"));
        mail.setSubject(args[2]);
        mail.setText("Caught.");
        Transport.send(mail);
    }
}
