import type { Credentials } from '../credentials.ts'
import { doubleQuoted } from '../source-strings.ts'

const starttls = `	client, err := smtp.Dial(address)
	check(err)
	check(client.StartTLS(config))`

const implicit = `	connection, err := tls.Dial("tcp", address, config)
	check(err)
	client, err := smtp.NewClient(connection, host)
	check(err)`

export function go({ host, port, tls, username, password }: Credentials): string {
  return `package main

import (
	"crypto/tls"
	"fmt"
	"log"
	"net"
	"net/smtp"
)

func main() {
	host := ${doubleQuoted(host)}
	address := net.JoinHostPort(host, "${port}")
	auth := smtp.PlainAuth("", ${doubleQuoted(username)}, ${doubleQuoted(password)}, host)
	// Accepts the self-signed certificate that Mailstop makes for itself.
	config := &tls.Config{ServerName: host, InsecureSkipVerify: true}

${tls === 'implicit' ? implicit : starttls}
	check(client.Auth(auth))
	check(client.Mail("app@example.test"))
	check(client.Rcpt("you@example.test"))
	message, err := client.Data()
	check(err)
	fmt.Fprint(message, "From: app@example.test\\r\\nTo: you@example.test\\r\\n",
		"Subject: Hello from Go\\r\\n\\r\\nCaught.\\r\\n")
	check(message.Close())
	check(client.Quit())
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
`
}
