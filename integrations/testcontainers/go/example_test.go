package mailstop_test

import (
	"context"
	"log"
	"net/smtp"

	mailstop "mailstop/integrations/testcontainers"

	"github.com/testcontainers/testcontainers-go"
)

func ExampleRun() {
	ctx := context.Background()
	inbox, err := mailstop.Run(ctx, "mailstop")
	defer func() { _ = testcontainers.TerminateContainer(inbox) }()
	if err != nil {
		log.Fatal(err)
	}
	address, err := inbox.SMTP(ctx)
	if err != nil {
		log.Fatal(err)
	}
	mail := []byte("Subject: Welcome\r\n\r\nHello.\r\n")
	if err := smtp.SendMail(address, nil, "app@example.test", []string{"ada@example.test"}, mail); err != nil {
		log.Fatal(err)
	}
}
