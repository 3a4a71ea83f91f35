// Go's own net/smtp, and gomail, each with a host and a port, and a login where there is one.
package main

import (
	"log"
	"net/smtp"
	"os"
	"strconv"

	"gopkg.in/gomail.v2"
)

func main() {
	library, host, port, subject := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	username, password := "", ""
	if len(os.Args) > 6 {
		username, password = os.Args[5], os.Args[6]
	}
	if err := send(library, host, port, subject, username, password); err != nil {
		log.Fatal(err)
	}
}

func send(library, host, port, subject, username, password string) error {
	from, to := "app@sender.test", "you@recipient.test"
	if library == "gomail" {
		number, err := strconv.Atoi(port)
		if err != nil {
			return err
		}
		mail := gomail.NewMessage()
		mail.SetHeader("From", from)
		mail.SetHeader("To", to)
		mail.SetHeader("Subject", subject)
		mail.SetBody("text/plain", "Caught.")
		return gomail.NewDialer(host, number, username, password).DialAndSend(mail)
	}
	var auth smtp.Auth
	if username != "" {
		auth = smtp.PlainAuth("", username, password, host)
	}
	source := "From: " + from + "\r\nTo: " + to + "\r\nSubject: " + subject + "\r\n\r\nCaught.\r\n"
	return smtp.SendMail(host+":"+port, auth, from, []string{to}, []byte(source))
}
