import type { Credentials } from '../credentials.ts'
import { msmtpValue } from '../source-strings.ts'

/** PHP's `mail()` hands its mail to a program, and this one speaks SMTP. */
export function phpMsmtp({ host, port, tls, username, password }: Credentials): string {
  return `# ~/.msmtprc, readable by its owner alone (chmod 600)
account default
host ${msmtpValue(host)}
port ${port}
auth plain
user ${msmtpValue(username)}
password ${msmtpValue(password)}
from app@example.test
tls on
tls_starttls ${tls === 'implicit' ? 'off' : 'on'}
# Accepts the self-signed certificate that Mailstop makes for itself.
tls_certcheck off

# php.ini:
# sendmail_path = "msmtp --read-recipients"
`
}
