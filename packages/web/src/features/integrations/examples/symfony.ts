import type { Credentials } from '../credentials.ts'
import { urlHost, urlPart } from '../source-strings.ts'

/** The mailer takes STARTTLS if it is offered. */
export function symfony({ host, port, tls, username, password }: Credentials): string {
  const scheme = tls === 'implicit' ? 'smtps' : 'smtp'
  const login = `${urlPart(username)}:${urlPart(password)}`
  return `# .env.local
# verify_peer=0 accepts the self-signed certificate that Mailstop makes for itself.
MAILER_DSN="${scheme}://${login}@${urlHost(host)}:${port}?verify_peer=0"
`
}
