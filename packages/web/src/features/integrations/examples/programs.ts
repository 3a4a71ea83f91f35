import type { Credentials } from '../credentials.ts'
import { doubleQuoted, rustString, shellWord, singleQuoted, urlHost } from '../source-strings.ts'

/** Whole programs and commands that send with the credentials of a team. */

const note = 'Accepts the self-signed certificate that Mailstop makes for itself.'

const nodeTls = {
  none: '',
  starttls: '  requireTLS: true, // STARTTLS\n',
  implicit: '  secure: true, // TLS\n',
}

export function nodeJs(credentials: Credentials): string {
  const { host, port, tls, selfSigned, username, password } = credentials
  const trust = selfSigned ? `  // ${note}\n  tls: { rejectUnauthorized: false },\n` : ''
  return `import nodemailer from 'nodemailer'

const transport = nodemailer.createTransport({
  host: ${singleQuoted(host)},
  port: ${port},
${nodeTls[tls]}  auth: {
    user: ${singleQuoted(username)},
    pass: ${singleQuoted(password)},
  },
${trust}})

await transport.sendMail({
  from: 'app@example.test',
  to: 'you@example.test',
  subject: 'Hello from Node.js',
  text: 'Caught.',
})
`
}

const csharpTrust = `        // ${note}
        ServicePointManager.ServerCertificateValidationCallback = delegate { return true; };

`

/** .NET's own client cannot begin with TLS. */
export function csharp(credentials: Credentials): string {
  const { host, port, tls, selfSigned, username, password } = credentials
  const encryption = tls === 'none' ? '' : '            client.EnableSsl = true; // STARTTLS\n'
  return `using System.Net;
using System.Net.Mail;

public static class Program
{
    public static void Main()
    {
${selfSigned ? csharpTrust : ''}        using (var client = new SmtpClient(${doubleQuoted(host)}, ${port}))
        {
${encryption}            client.Credentials = new NetworkCredential(
                ${doubleQuoted(username)},
                ${doubleQuoted(password)});
            client.Send("app@example.test", "you@example.test", "Hello from C#", "Caught.");
        }
    }
}
`
}

const goPlain = `	connection, err := net.Dial("tcp", address)
	check(err)
	// Without TLS, Go sends a password to localhost alone: so that is what it is told.
	client, err := smtp.NewClient(connection, "localhost")
	check(err)`

const goStarttls = `	client, err := smtp.Dial(address)
	check(err)
	check(client.StartTLS(config))`

const goImplicit = `	connection, err := tls.Dial("tcp", address, config)
	check(err)
	client, err := smtp.NewClient(connection, host)
	check(err)`

const goConnect = { none: goPlain, starttls: goStarttls, implicit: goImplicit }

export function go(credentials: Credentials): string {
  const { host, port, tls, selfSigned, username, password } = credentials
  const isPlain = tls === 'none'
  const fields = selfSigned ? 'ServerName: host, InsecureSkipVerify: true' : 'ServerName: host'
  const config = `${selfSigned ? `	// ${note}\n` : ''}	config := &tls.Config{${fields}}\n`
  return `package main

import (
${isPlain ? '' : '\t"crypto/tls"\n'}	"fmt"
	"log"
	"net"
	"net/smtp"
)

func main() {
	host := ${doubleQuoted(host)}
	address := net.JoinHostPort(host, "${port}")
	auth := smtp.PlainAuth("", ${doubleQuoted(username)}, ${doubleQuoted(password)}, ${isPlain ? '"localhost"' : 'host'})
${isPlain ? '' : config}
${goConnect[tls]}
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

const pythonTrust = `# ${note}
context = ssl.create_default_context()
context.check_hostname = False
context.verify_mode = ssl.CERT_NONE

`

export function python(credentials: Credentials): string {
  const { host, port, tls, selfSigned, username, password } = credentials
  const context = selfSigned ? 'context' : 'ssl.create_default_context()'
  const server = `${singleQuoted(host)}, ${port}`
  const connect = {
    none: `with smtplib.SMTP(${server}) as smtp:`,
    starttls: `with smtplib.SMTP(${server}) as smtp:\n    smtp.starttls(context=${context})`,
    implicit: `with smtplib.SMTP_SSL(${server}, context=${context}) as smtp:`,
  }
  return `import smtplib
${tls === 'none' ? '' : 'import ssl\n'}from email.message import EmailMessage

mail = EmailMessage()
mail['From'] = 'app@example.test'
mail['To'] = 'you@example.test'
mail['Subject'] = 'Hello from Python'
mail.set_content('Caught.')

${selfSigned ? pythonTrust : ''}${connect[tls]}
    smtp.login(
        ${singleQuoted(username)},
        ${singleQuoted(password)},
    )
    smtp.send_message(mail)
`
}

const rustTrust = `
        .dangerous_accept_invalid_certs(true)
        .dangerous_accept_invalid_hostnames(true)`

const rustTls = {
  none: '',
  starttls: '\n        .tls(Tls::Required(tls)) // STARTTLS',
  implicit: '\n        .tls(Tls::Wrapper(tls)) // TLS',
}

export function rust(credentials: Credentials): string {
  const { host, port, tls, selfSigned, username, password } = credentials
  const use = 'use lettre::transport::smtp::client::{Tls, TlsParameters};\n'
  const parameters = `${selfSigned ? `    // ${note}\n` : ''}    let tls = TlsParameters::builder(host.into())${selfSigned ? rustTrust : ''}
        .build()?;
`
  return `use lettre::transport::smtp::authentication::Credentials;
${tls === 'none' ? '' : use}use lettre::{Message, SmtpTransport, Transport};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let host = ${rustString(host)};
${tls === 'none' ? '' : parameters}    let mailer = SmtpTransport::builder_dangerous(host)
        .port(${port})${rustTls[tls]}
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

const swaksTls = { none: '', starttls: ' --tls', implicit: ' --tls-on-connect' }

export function swaks(credentials: Credentials): string {
  const { host, port, tls, selfSigned, username, password } = credentials
  const trust = '# swaks accepts any certificate, the self-signed one that Mailstop makes too.\n'
  return `${selfSigned ? trust : ''}swaks --server ${shellWord(host)} --port ${port}${swaksTls[tls]} \\
  --auth PLAIN \\
  --auth-user ${shellWord(username)} \\
  --auth-password ${shellWord(password)} \\
  --from app@example.test --to you@example.test \\
  --header 'Subject: Hello from swaks' --body 'Caught.'
`
}

export function curl(credentials: Credentials): string {
  const { host, port, tls, selfSigned, username, password } = credentials
  const trust = '# --insecure accepts the self-signed certificate that Mailstop makes for itself.\n'
  const options = `${tls === 'starttls' ? ' --ssl-reqd' : ''}${selfSigned ? ' --insecure' : ''}`
  const url = `${tls === 'implicit' ? 'smtps' : 'smtp'}://${urlHost(host)}:${port}`
  return `${selfSigned ? trust : ''}curl --url ${shellWord(url)}${options} \\
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
