import type { Credentials } from '../credentials.ts'
import { singleQuoted } from '../source-strings.ts'

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
