import type { Credentials } from '../credentials.ts'
import { singleQuoted } from '../source-strings.ts'

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
