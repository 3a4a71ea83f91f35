import type { Credentials } from '../credentials.ts'
import { laravelString, urlHost } from '../source-strings.ts'

/** The URL adds to the other values what Laravel reads from nowhere else in `.env`. */
export function laravel({ host, port, tls, username, password }: Credentials): string {
  const scheme = tls === 'implicit' ? 'smtps' : 'smtp'
  const url = `smtp://${urlHost(host)}:${port}?verify_peer=false`
  return `# .env
MAIL_MAILER=smtp
MAIL_SCHEME=${scheme}
MAIL_HOST=${laravelString(host)}
MAIL_PORT=${port}
MAIL_USERNAME=${laravelString(username)}
MAIL_PASSWORD=${laravelString(password)}

# Accepts the self-signed certificate that Mailstop makes for itself.
MAIL_URL=${laravelString(url)}
`
}
