import type { Credentials } from '../credentials.ts'
import { doubleQuoted, rustString, shellWord, singleQuoted, urlHost } from '../source-strings.ts'

/** Whole programs and commands that send with the credentials of a team. */

export function nodeJs({ host, port, tls, username, password }: Credentials): string {
  const encryption = tls === 'implicit' ? 'secure: true, // TLS' : 'requireTLS: true, // STARTTLS'
  return `import nodemailer from 'nodemailer'

const transport = nodemailer.createTransport({
  host: ${singleQuoted(host)},
  port: ${port},
  ${encryption}
  auth: {
    user: ${singleQuoted(username)},
    pass: ${singleQuoted(password)},
  },
  // Accepts the self-signed certificate that Mailstop makes for itself.
  tls: { rejectUnauthorized: false },
})

await transport.sendMail({
  from: 'app@example.test',
  to: 'you@example.test',
  subject: 'Hello from Node.js',
  text: 'Caught.',
})
`
}

/** .NET's own client speaks STARTTLS alone. */
export function csharp({ host, port, username, password }: Credentials): string {
  return `using System.Net;
using System.Net.Mail;

public static class Program
{
    public static void Main()
    {
        // Accepts the self-signed certificate that Mailstop makes for itself.
        ServicePointManager.ServerCertificateValidationCallback = delegate { return true; };

        using (var client = new SmtpClient(${doubleQuoted(host)}, ${port}))
        {
            client.EnableSsl = true; // STARTTLS
            client.Credentials = new NetworkCredential(
                ${doubleQuoted(username)},
                ${doubleQuoted(password)});
            client.Send("app@example.test", "you@example.test", "Hello from C#", "Caught.");
        }
    }
}
`
}

const goStarttls = `	client, err := smtp.Dial(address)
	check(err)
	check(client.StartTLS(config))`

const goImplicit = `	connection, err := tls.Dial("tcp", address, config)
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

${tls === 'implicit' ? goImplicit : goStarttls}
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

export function python({ host, port, tls, username, password }: Credentials): string {
  const connect =
    tls === 'implicit'
      ? `with smtplib.SMTP_SSL(${singleQuoted(host)}, ${port}, context=context) as smtp:`
      : `with smtplib.SMTP(${singleQuoted(host)}, ${port}) as smtp:
    smtp.starttls(context=context)`
  return `import smtplib
import ssl
from email.message import EmailMessage

mail = EmailMessage()
mail['From'] = 'app@example.test'
mail['To'] = 'you@example.test'
mail['Subject'] = 'Hello from Python'
mail.set_content('Caught.')

# Accepts the self-signed certificate that Mailstop makes for itself.
context = ssl.create_default_context()
context.check_hostname = False
context.verify_mode = ssl.CERT_NONE

${connect}
    smtp.login(
        ${singleQuoted(username)},
        ${singleQuoted(password)},
    )
    smtp.send_message(mail)
`
}

export function rust({ host, port, tls, username, password }: Credentials): string {
  const [mode, note] = tls === 'implicit' ? ['Wrapper', 'TLS'] : ['Required', 'STARTTLS']
  return `use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::{Message, SmtpTransport, Transport};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let host = ${rustString(host)};
    // Accepts the self-signed certificate that Mailstop makes for itself.
    let tls = TlsParameters::builder(host.into())
        .dangerous_accept_invalid_certs(true)
        .dangerous_accept_invalid_hostnames(true)
        .build()?;
    let mailer = SmtpTransport::builder_dangerous(host)
        .port(${port})
        .tls(Tls::${mode}(tls)) // ${note}
        .credentials(Credentials::new(
            ${rustString(username)}.into(),
            ${rustString(password)}.into(),
        ))
        .build();

    let mail = Message::builder()
        .from("app@example.test".parse()?)
        .to("you@example.test".parse()?)
        .subject("Hello from Rust")
        .body(String::from("Caught."))?;
    mailer.send(&mail)?;
    Ok(())
}
`
}

export function swaks({ host, port, tls, username, password }: Credentials): string {
  return `# swaks accepts any certificate, the self-signed one that Mailstop makes too.
swaks --server ${shellWord(host)} --port ${port} ${tls === 'implicit' ? '--tls-on-connect' : '--tls'} \\
  --auth PLAIN \\
  --auth-user ${shellWord(username)} \\
  --auth-password ${shellWord(password)} \\
  --from app@example.test --to you@example.test \\
  --header 'Subject: Hello from swaks' --body 'Caught.'
`
}

export function curl({ host, port, tls, username, password }: Credentials): string {
  const url = `${tls === 'implicit' ? 'smtps' : 'smtp'}://${urlHost(host)}:${port}`
  return `# --insecure accepts the self-signed certificate that Mailstop makes for itself.
curl --url ${shellWord(url)} ${tls === 'implicit' ? '' : '--ssl-reqd '}--insecure \\
  --user ${shellWord(`${username}:${password}`)} \\
  --mail-from app@example.test --mail-rcpt you@example.test \\
  --crlf --upload-file - <<'MAIL'
From: app@example.test
To: you@example.test
Subject: Hello from curl

Caught.
MAIL
`
}
