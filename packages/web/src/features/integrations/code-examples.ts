import type { CodeLanguage } from '../../lib/highlight.ts'
import {
  csharpString,
  dotenvString,
  rubyString,
  shellWord,
  singleQuoted,
} from './source-strings.ts'

export type Credentials = { host: string; port: number; username: string; password: string }

export type CodeExample = {
  name: string
  language: CodeLanguage
  code: (credentials: Credentials) => string
}

// Unless it was given one, the server has a certificate of its own making, which no client trusts
// by itself. Where a library would then refuse to send, the example says so and how not to.

/** How to send through a team's credentials, in the order of the tabs. */
export const codeExamples = [
  { name: 'Laravel', language: 'dotenv', code: laravel },
  { name: 'Node.js', language: 'javascript', code: nodejs },
  { name: 'Django', language: 'python', code: django },
  { name: 'C#', language: 'csharp', code: csharp },
  { name: 'Ruby on Rails', language: 'ruby', code: rails },
] as const satisfies readonly CodeExample[]

function laravel({ host, port, username, password }: Credentials): string {
  return `# .env
MAIL_MAILER=smtp
MAIL_HOST=${dotenvString(host)}
MAIL_PORT=${port}
MAIL_USERNAME=${dotenvString(username)}
MAIL_PASSWORD=${dotenvString(password)}

# For a self-signed certificate, in config/mail.php:
# 'smtp' => ['verify_peer' => false, ...],
`
}

function nodejs({ host, port, username, password }: Credentials): string {
  return `import nodemailer from 'nodemailer'

const transport = nodemailer.createTransport({
  host: ${singleQuoted(host)},
  port: ${port},
  auth: {
    user: ${singleQuoted(username)},
    pass: ${singleQuoted(password)},
  },
  // Accepts a self-signed certificate.
  tls: { rejectUnauthorized: false },
})
`
}

function django({ host, port, username, password }: Credentials): string {
  return `# settings.py
EMAIL_BACKEND = 'django.core.mail.backends.smtp.EmailBackend'
EMAIL_HOST = ${singleQuoted(host)}
EMAIL_PORT = ${port}
EMAIL_HOST_USER = ${singleQuoted(username)}
EMAIL_HOST_PASSWORD = ${singleQuoted(password)}

# With a certificate that Python trusts:
# EMAIL_USE_TLS = True
`
}

function csharp({ host, port, username, password }: Credentials): string {
  return `using System.Net;
using System.Net.Mail;

var client = new SmtpClient(${csharpString(host)}, ${port})
{
    Credentials = new NetworkCredential(
        ${csharpString(username)},
        ${csharpString(password)}),
    // With a certificate that the machine trusts:
    // EnableSsl = true,
};

client.Send("app@example.test", "you@example.test", "Hello", "Caught.");
`
}

function rails({ host, port, username, password }: Credentials): string {
  return `# config/environments/development.rb
config.action_mailer.delivery_method = :smtp
config.action_mailer.smtp_settings = {
  address: ${rubyString(host)},
  port: ${port},
  user_name: ${rubyString(username)},
  password: ${rubyString(password)},
  authentication: :plain,
  # Accepts a self-signed certificate.
  openssl_verify_mode: 'none'
}
`
}

/** One line for a terminal that sends a first mail. */
export function swaksCommand({ host, port, username, password }: Credentials): string {
  return [
    'swaks',
    `--server ${shellWord(`${host}:${port}`)}`,
    '--auth PLAIN',
    `--auth-user ${shellWord(username)}`,
    `--auth-password ${shellWord(password)}`,
    '--from app@example.test --to you@example.test',
  ].join(' ')
}
