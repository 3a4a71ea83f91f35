import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createTransport } from 'nodemailer'
import type { Credentials } from './account.ts'

const execute = promisify(execFile)
const sender = 'shop@sender.test'
const recipient = 'someone@recipient.test'

/** Sends exactly these bytes with AUTH, by its defaults otherwise. Fails unless the product accepted them. */
export type MailClient = (to: Credentials, source: Buffer) => Promise<void>

const nodemailer: MailClient = async ({ server, port, username, password }, source) => {
  const transport = createTransport({
    host: server,
    port,
    auth: { user: username, pass: password },
  })
  await transport.sendMail({ envelope: { from: sender, to: recipient }, raw: source })
  transport.close()
}

const pythonProgram = `
import smtplib, sys
file, server, port, username, password, sender, recipient = sys.argv[1:]
with smtplib.SMTP(server, int(port)) as smtp:
    smtp.login(username, password)
    refused = smtp.sendmail(sender, [recipient], open(file, "rb").read())
    sys.exit(1 if refused else 0)
`

const python: MailClient = ({ server, port, username, password }, source) =>
  withFile(source, async (file) => {
    const to = [server, String(port), username, password, sender, recipient]
    await execute('python3', ['-c', pythonProgram, file, ...to])
  })

const swaks: MailClient = ({ server, port, username, password }, source) =>
  // It adds the last line end itself.
  withFile(source.subarray(0, -'\r\n'.length), async (file) => {
    const login = ['--auth', 'PLAIN', '--auth-user', username, '--auth-password', password]
    const where = ['--server', server, '--port', String(port)]
    const what = ['--from', sender, '--to', recipient, '--data', `@${file}`]
    await execute('swaks', [...where, ...login, ...what, '--hide-all'])
  })

export const mailClients = { nodemailer, 'Python’s smtplib': python, swaks }

async function withFile(bytes: Buffer, use: (file: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mailstop-mail-'))
  try {
    const file = join(folder, 'mail.eml')
    await writeFile(file, bytes)
    await use(file)
  } finally {
    await rm(folder, { recursive: true })
  }
}
