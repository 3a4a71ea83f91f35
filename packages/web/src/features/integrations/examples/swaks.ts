import type { Credentials } from '../credentials.ts'
import { shellWord } from '../source-strings.ts'

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
