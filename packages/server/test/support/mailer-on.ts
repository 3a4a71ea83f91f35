import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Meter } from '../../src/lib/process/meter.ts'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { createMailer, type Mailer } from '../../src/mailer/mailer.ts'
import type { OutgoingMail } from '../../src/mailer/outgoing-mail.ts'
import { newFolder } from './new-folder.ts'

/** A mailer on a database, with its clock in the test's hands. */
export function mailerOn(
  db: Database,
  options: {
    mailUrl?: string | null
    metrics?: Meter
    clock?: { time: number }
    stopGraceMs?: number
    isSuppressed?: (address: string) => Promise<boolean>
  } = {},
) {
  const dataDir = newFolder()
  const clock = options.clock ?? { time: Date.UTC(2026, 0, 2, 3, 4, 5) }
  const printed: string[] = []
  const logged: string[] = []
  const mailer = createMailer({
    db,
    key: new Uint8Array(32).fill(3),
    mailUrl: options.mailUrl ?? null,
    mailFrom: 'Mailstop <no-reply@mail.example.com>',
    dataDir,
    log: pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) }),
    print: (text) => void printed.push(text),
    now: () => clock.time,
    ...(options.metrics && { metrics: options.metrics }),
    ...(options.isSuppressed && { isSuppressed: options.isSuppressed }),
    ...(options.stopGraceMs !== undefined && { stopGraceMs: options.stopGraceMs }),
  })
  onTestFinished(mailer.stop)
  return { mailer, clock, printed, logged, folder: join(dataDir, 'system-mail') }
}

/** Commits a mail, as its cause would. Returns its id. */
export function enqueue(db: Database, mailer: Mailer, mail: OutgoingMail): Promise<string> {
  return db.transaction((tx, afterCommit) => mailer.enqueue([tx, afterCommit], mail))
}

type Received = { from: string; to: string[]; body: string | undefined; source: string }

/** A relay of the test's own. `refuse` says what it answers instead of taking a mail. */
export async function startRelay(refuse: (mail: Received) => Error | null = () => null) {
  const received: Received[] = []
  const relay = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const to = envelope.rcptTo.map(({ address }) => address)
        const body = envelope.bodyType
        const mail = { from, to, body, source: Buffer.concat(chunks).toString('latin1') }
        const refusal = refuse(mail)
        if (!refusal) received.push(mail)
        done(refusal)
      })
    },
  })
  const server = relay.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => relay.close(() => resolve())))
  const { port } = server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, received }
}

/** A relay that ends every mail with these very bytes. It hears no more than where commands end. */
export async function startBluntRelay(answer: string): Promise<{ url: string }> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 here\r\n')
    socket.on('data', (bytes) => {
      const heard = bytes.toString('latin1')
      if (heard.startsWith('DATA')) socket.write('354 go on\r\n')
      else if (heard.endsWith('\r\n.\r\n')) socket.write(Buffer.from(answer, 'latin1'))
      else if (heard.startsWith('QUIT')) socket.end('221 bye\r\n')
      else if (/^(?:EHLO|MAIL|RCPT)/.test(heard)) socket.write('250 ok\r\n')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
