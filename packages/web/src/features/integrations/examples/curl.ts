import type { Credentials } from '../credentials.ts'
import { shellWord, urlHost } from '../source-strings.ts'

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
