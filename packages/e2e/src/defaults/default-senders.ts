import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { createTransport } from 'nodemailer'

const execute = promisify(execFile)

/** The settings that a library is given. */
export type Destination = {
  host: string
  port: number
  subject: string
  login: { username: string; password: string } | null
}

/** Sends one mail with what the library does by itself. */
export type DefaultSender = (to: Destination) => Promise<unknown>

const programs = join(import.meta.dirname, 'programs')
/** `npm run test:languages -- examples` downloads them. */
const downloads = resolve(import.meta.dirname, '../../../../node_modules/.cache/examples')
const sender = 'app@sender.test'
const recipient = 'you@recipient.test'

const argumentsOf = ({ host, port, subject, login }: Destination) => [
  host,
  String(port),
  subject,
  ...(login ? [login.username, login.password] : []),
]

const runs =
  (command: string, file: string): DefaultSender =>
  (to) =>
    execute(command, [join(programs, file), ...argumentsOf(to)])

const go =
  (library: string): DefaultSender =>
  (to) =>
    execute('go', ['run', '.', library, ...argumentsOf(to)], { cwd: join(programs, 'go') })

/** These need only what `npm test` installs. */
export const everydaySenders: Record<string, DefaultSender> = {
  async nodemailer({ host, port, subject, login }) {
    const auth = login && { auth: { user: login.username, pass: login.password } }
    const transport = createTransport({ host, port, ...auth })
    await transport.sendMail({ from: sender, to: recipient, subject, text: 'Caught.' })
    transport.close()
  },
  'Python’s smtplib': runs('python3', 'smtplib_default.py'),
  swaks({ host, port, subject, login }) {
    const user = login ? ['--auth-user', login.username, '--auth-password', login.password] : []
    const where = ['--server', host, '--port', String(port), ...user]
    const what = ['--from', sender, '--to', recipient, '--header', `Subject: ${subject}`]
    return execute('swaks', [...where, ...what, '--hide-all'])
  },
  curl: ({ host, port, subject, login }) =>
    inFolder(async (folder) => {
      const file = join(folder, 'mail.eml')
      await writeFile(file, `Subject: ${subject}\r\n\r\nCaught.\r\n`)
      const user = login ? ['--user', `${login.username}:${login.password}`] : []
      const what = ['--mail-from', sender, '--mail-rcpt', recipient, '--upload-file', file]
      const url = `smtp://${host}:${port}`
      return execute('curl', ['--silent', '--show-error', url, ...user, ...what])
    }),
}

export const defaultSenders: Record<string, DefaultSender> = {
  ...everydaySenders,
  Django: runs('/usr/bin/python3', 'django_default.py'),
  'Symfony’s mailer': runs('php', 'symfony_default.php'),
  PHPMailer: runs('php', 'phpmailer_default.php'),
  'Action Mailer': runs('ruby', 'action_mailer_default.rb'),
  'Ruby’s mail': runs('ruby', 'ruby_mail_default.rb'),
  'Go’s net/smtp': go('net/smtp'),
  gomail: go('gomail'),
  Angus: (to) =>
    execute('java', [
      '-cp',
      `${join(downloads, 'spring')}/*`,
      join(programs, 'AngusDefault.java'),
      ...argumentsOf(to),
    ]),
  lettre: (to) =>
    inFolder(async (cwd) => {
      await cp(join(programs, 'rust'), cwd, { recursive: true })
      const env = { ...process.env, CARGO_TARGET_DIR: join(downloads, 'rust') }
      return execute('cargo', ['run', '--quiet', '--', ...argumentsOf(to)], { cwd, env })
    }),
  'SmtpClient of .NET': (to) =>
    inFolder(async (folder) => {
      const program = join(folder, 'program.exe')
      await execute('mcs', [join(programs, 'SmtpClientDefault.cs'), `-out:${program}`])
      return execute('mono', [program, ...argumentsOf(to)])
    }),
  'Perl’s Email::Sender': runs('perl', 'email_sender_default.pl'),
  async msmtp({ host, port, subject, login }) {
    // The login has to be named, since by itself it logs in only with TLS.
    const password = { MAIL_PASSWORD: login?.password ?? '' }
    const user = login ? ['--auth=plain', `--user=${login.username}`] : []
    const secret = login ? ['--passwordeval=printenv MAIL_PASSWORD'] : []
    const where = ['--file=/dev/null', `--host=${host}`, `--port=${port}`, ...user, ...secret]
    const child = spawn('msmtp', [...where, `--from=${sender}`, recipient], {
      stdio: ['pipe', 'inherit', 'inherit'],
      env: { ...process.env, ...password },
    })
    child.stdin.end(`Subject: ${subject}\n\nCaught.\n`)
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0) throw new Error(`msmtp ended with ${code}`)
  },
}

async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'mailstop-default-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}
