import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createTransport } from 'nodemailer'
import { sampleMail } from '../sample-mail.ts'

const execute = promisify(execFile)

/** How a client encrypts the connection, if it does. It logs in by AUTH in every mode. */
export type Mode = 'plain' | 'starttls' | 'tls'

export type Errand = {
  host: string
  port: number
  mode: Mode
  username: string
  password: string
  sender: string
  recipient: string
  subject: string
}

/** Sends one mail and returns the bytes that it says it has sent. */
export type Program = { modes: Mode[]; send(errand: Errand): Promise<Buffer> }

const all: Mode[] = ['plain', 'starttls', 'tls']
const programs = join(import.meta.dirname, 'programs')

/** Sends our sample mail unchanged. */
const sendsLetter = (
  send: (errand: Errand, file: string, source: Buffer) => Promise<unknown>,
): Program => ({
  modes: all,
  async send(errand) {
    const source = sampleMail(errand.subject)
    await withFile(source, (file) => send(errand, file, source))
    return source
  },
})

const argumentsOf = (errand: Errand) => {
  const { host, port, mode, username, password, sender, recipient, subject } = errand
  return [host, String(port), mode, username, password, sender, recipient, subject]
}

/** Composes its own mail and prints it. */
const writesMail = (command: string, program: string): Program => ({
  modes: all,
  async send(errand) {
    const args = [join(programs, program), ...argumentsOf(errand), '']
    const { stdout } = await execute(command, args, { encoding: 'buffer' })
    return asSent(stdout)
  },
})

/** The text with CRLF and a line end at its end, as SMTP sends it: libraries print what is in memory. */
function asSent(printed: Buffer): Buffer {
  const text = printed.toString('latin1').replaceAll(/\r?\n/g, '\r\n')
  return Buffer.from(text.endsWith('\r\n') ? text : `${text}\r\n`, 'latin1')
}

const runs = (command: string, program: string) =>
  sendsLetter((errand, file) =>
    execute(command, [join(programs, program), ...argumentsOf(errand), file]),
  )

/** The one of Debian, which finds the libraries of Debian. */
const debianPython = '/usr/bin/python3'

export const mailPrograms: Record<string, Program> = {
  nodemailer: sendsLetter(async (errand, _file, source) => {
    const transport = createTransport({
      host: errand.host,
      port: errand.port,
      secure: errand.mode === 'tls',
      requireTLS: errand.mode === 'starttls',
      ignoreTLS: errand.mode === 'plain',
      tls: { rejectUnauthorized: false },
      auth: { user: errand.username, pass: errand.password },
    })
    const envelope = { from: errand.sender, to: errand.recipient }
    await transport.sendMail({ envelope, raw: source })
    transport.close()
  }),

  'Python’s smtplib': runs('python3', 'smtplib_client.py'),
  'Perl’s Net::SMTP': runs('perl', 'net_smtp.pl'),
  Django: writesMail(debianPython, 'django_client.py'),
  'Ruby’s mail': writesMail('ruby', 'ruby_mail.rb'),
  PHPMailer: writesMail('php', 'phpmailer.php'),
  'Symfony’s mailer': writesMail('php', 'symfony_mailer.php'),
  'Perl’s Email::Sender': writesMail('perl', 'email_sender.pl'),

  swaks: sendsLetter((errand, _file, source) =>
    // It adds the last line end itself.
    withFile(source.subarray(0, -'\r\n'.length), (file) => {
      const { host, port, mode, username, password } = errand
      const tls = { plain: [], starttls: ['-tls'], tls: ['-tlsc'] }[mode]
      const login = ['--auth', 'LOGIN', '--auth-user', username, '--auth-password', password]
      const where = ['--server', host, '--port', String(port), ...tls]
      const what = ['--from', errand.sender, '--to', errand.recipient, '--data', `@${file}`]
      return execute('swaks', [...where, ...login, ...what, '--hide-all'])
    }),
  ),

  curl: sendsLetter((errand, file) => {
    const { host, port, mode, username, password } = errand
    const url = `${mode === 'tls' ? 'smtps' : 'smtp'}://${host}:${port}/client.test`
    const tls = mode === 'starttls' ? ['--ssl-reqd'] : []
    const login = ['--user', `${username}:${password}`, '--insecure', '--silent', '--show-error']
    const what = ['--mail-from', errand.sender, '--mail-rcpt', errand.recipient, '-T', file]
    return execute('curl', [url, ...tls, ...login, ...what])
  }),

  msmtp: sendsLetter(async (errand, _file, source) => {
    const { host, port, mode, username, password } = errand
    const tls = mode === 'plain' ? [] : ['--tls-certcheck=off']
    const child = spawn(
      'msmtp',
      [
        '--file=/dev/null',
        // It would add a line end, because it is made for mails that people write.
        '--set-msgid-header=off',
        `--host=${host}`,
        `--port=${port}`,
        `--tls=${mode === 'plain' ? 'off' : 'on'}`,
        `--tls-starttls=${mode === 'starttls' ? 'on' : 'off'}`,
        ...tls,
        '--auth=plain',
        `--user=${username}`,
        '--passwordeval=printenv MAIL_PASSWORD',
        `--from=${errand.sender}`,
        errand.recipient,
      ],
      { stdio: ['pipe', 'inherit', 'inherit'], env: { ...process.env, MAIL_PASSWORD: password } },
    )
    child.stdin.end(source)
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0) throw new Error(`msmtp ended with ${code}`)
  }),
}

async function withFile<T>(bytes: Buffer, use: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'mailstop-mail-'))
  try {
    const file = join(folder, 'mail.eml')
    await writeFile(file, bytes)
    return await use(file)
  } finally {
    await rm(folder, { recursive: true })
  }
}
