import type { Team } from '@mailstop/contract'
import { createTransport } from 'nodemailer'
import { beginMail, connectAs, queuedId } from '../durability/smtp-connection.ts'
import type { TrackedMail } from './tracked-mail.ts'

/** The next mail of a client, and where it reports the outcome. */
export type Errand = {
  smtpPort: number
  team: Team
  /** Waits as long as the load wants it to. */
  next(): Promise<TrackedMail>
  /** Called with the id of the 250, as soon as it was read. */
  accepted(mail: TrackedMail, id: number): void
  /** Called with the reply of a mail that was not accepted. */
  refused(reply: string): void
}

/** Sends mail after mail until it is cut off. */
export type Client = (errand: Errand) => Promise<void>

/** Command by command, each after the reply to the one before. */
export const stepByStep: Client = async (errand) => {
  const connection = await connectAs(errand.smtpPort, errand.team)
  while (!connection.socket.destroyed) {
    const mail = await errand.next()
    if (!(await beginMail(connection)).startsWith('354')) break
    mail.attempts += 1
    settle(errand, mail, await connection.say(`${mail.source}.\r\n`))
  }
  connection.close()
}

/** The envelope of the next mail leaves with the last bytes of the one before (RFC 2920). */
export const pipelined: Client = async (errand) => {
  const envelope = 'MAIL FROM:<app@rocket.test>\r\nRCPT TO:<you@customer.test>\r\nDATA\r\n'
  const connection = await connectAs(errand.smtpPort, errand.team)
  let reply = await connection.say(envelope)
  while (!connection.socket.destroyed) {
    await connection.reply()
    reply = await connection.reply()
    if (!reply.startsWith('354')) break
    const mail = await errand.next()
    mail.attempts += 1
    settle(errand, mail, await connection.say(`${mail.source}.\r\n${envelope}`))
    reply = await connection.reply()
  }
  connection.close()
}

/** Sends two chunks (RFC 3030), without doubled dots. */
export const inChunks: Client = async (errand) => {
  const connection = await connectAs(errand.smtpPort, errand.team)
  while (!connection.socket.destroyed) {
    const mail = await errand.next()
    const source = mail.source ?? ''
    const half = Math.floor(source.length / 2)
    await connection.say('MAIL FROM:<app@rocket.test>\r\n')
    await connection.say('RCPT TO:<you@customer.test>\r\n')
    const ready = await connection.say(`BDAT ${half}\r\n${source.slice(0, half)}`)
    if (!ready.startsWith('250')) break
    mail.attempts += 1
    const rest = source.slice(half)
    settle(errand, mail, await connection.say(`BDAT ${rest.length} LAST\r\n${rest}`))
  }
  connection.close()
}

const library =
  (startTls: boolean): Client =>
  async (errand) => {
    const { smtp_username: user, smtp_password: pass } = errand.team
    const transport = createTransport({
      host: '127.0.0.1',
      port: errand.smtpPort,
      pool: true,
      maxConnections: 1,
      maxMessages: Infinity,
      // Sending again is the business of the load, which counts how often a mail was sent.
      maxRequeues: 0,
      ignoreTLS: !startTls,
      requireTLS: startTls,
      tls: { rejectUnauthorized: false },
      auth: { user, pass },
    })
    const envelope = { from: 'app@rocket.test', to: ['you@customer.test'] }
    for (;;) {
      const mail = await errand.next()
      mail.attempts += 1
      const reply = await transport.sendMail({ envelope, raw: mail.source ?? '' }).then(
        ({ response }) => response,
        (error: { response?: string }) => error.response ?? '',
      )
      settle(errand, mail, reply)
      if (reply === '') break
    }
    transport.close()
  }

/** Nodemailer with a connection that it keeps, as most apps send. */
export const libraryInClear = library(false)
export const libraryWithTls = library(true)

function settle(errand: Errand, mail: TrackedMail, reply: string): void {
  const id = queuedId(reply)
  if (id !== null) errand.accepted(mail, id)
  else if (reply !== '') errand.refused(reply)
}
