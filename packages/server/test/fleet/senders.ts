import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Team } from '@mailstop/contract'
import { connectSmtp, queuedId, type SmtpConnection } from '../durability/smtp-connection.ts'
import { trackedMail, type TrackedMail } from '../soak/tracked-mail.ts'
import type { Attempt } from './attempts.ts'

const keptSenders = 8
const restMs = 150
const freshEveryMs = 250
/** As apps wait at most; mail servers wait for minutes. */
const freshPatienceMs = 30_000
const keptPatienceMs = 150_000

/**
 * SMTP clients of two kinds: apps that keep their connection and send their mail again until it is accepted, and one
 * that opens a connection for each mail, four times a second, however long the ones before take.
 */
export const smtpClients = keptSenders + 1

export function createSenders(smtpPort: number, team: Team) {
  const mails: TrackedMail[] = []
  const attempts: Attempt[] = []
  const running = new Set<Promise<void>>()
  let goesOn = true
  let accepted = 0

  const created = () => {
    const mail = trackedMail(team.id, 300 + randomInt(120) ** 2)
    mails.push(mail)
    return mail
  }

  /** Sends the mail by a connection that is open, or a new one, and notes what came of it. */
  async function attempt(of: {
    by: string
    mail: TrackedMail
    connection: SmtpConnection | null
    patienceMs: number
  }): Promise<SmtpConnection | null> {
    const { by, mail, patienceMs } = of
    const began = performance.now()
    const connection = of.connection ?? connectSmtp(smtpPort)
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      connection.close()
    }, patienceMs)
    const reply = await say(connection, mail, of.connection === null)
    clearTimeout(timer)
    const id = queuedId(reply)
    if (id !== null) {
      mail.ids.push(id)
      mail.source = null
      accepted += 1
    }
    const outcome = id === null ? (isLate ? 'no answer' : reply.slice(0, 3) || 'closed') : 'ok'
    attempts.push({ by, began, ended: performance.now(), outcome })
    if (id !== null) return connection
    connection.close()
    return null
  }

  /** The reply that settled the mail; '' when the connection ended before. */
  async function say(
    connection: SmtpConnection,
    mail: TrackedMail,
    isNew: boolean,
  ): Promise<string> {
    if (isNew) {
      const greeting = await connection.reply()
      if (!greeting.startsWith('220')) return greeting
      await connection.say('EHLO test.example\r\n')
      const secret = `\0${team.smtp_username}\0${team.smtp_password}`
      const login = await connection.say(`AUTH PLAIN ${Buffer.from(secret).toString('base64')}\r\n`)
      if (!login.startsWith('235')) return login
    }
    for (const command of ['MAIL FROM:<app@rocket.test>', 'RCPT TO:<you@customer.test>', 'DATA']) {
      const reply = await connection.say(`${command}\r\n`)
      if (!/^[23]/.test(reply)) return reply
    }
    mail.attempts += 1
    return connection.say(`${mail.source}.\r\n`)
  }

  async function keepSending(by: string): Promise<void> {
    let connection: SmtpConnection | null = null
    let mail = created()
    while (goesOn) {
      await delay(randomInt(restMs))
      const patienceMs = keptPatienceMs
      connection = await attempt({ by, mail, connection, patienceMs })
      if (connection === null) await delay(freshEveryMs)
      else mail = created()
    }
    connection?.close()
  }

  async function sendFresh(): Promise<void> {
    const underWay = new Set<Promise<void>>()
    while (goesOn) {
      const mail = created()
      const one = attempt({ by: 'fresh', mail, connection: null, patienceMs: freshPatienceMs })
        .then((connection) => connection?.close())
        // It is not sent again.
        .then(() => void (mail.source = null))
        .finally(() => underWay.delete(one))
      underWay.add(one)
      await delay(freshEveryMs)
    }
    await Promise.all(underWay)
  }

  return {
    mails,
    attempts,
    accepted: () => accepted,
    start(): void {
      for (let sender = 1; sender <= keptSenders; sender += 1) {
        running.add(keepSending(`kept ${sender}`))
      }
      running.add(sendFresh())
    },
    async stop(): Promise<void> {
      goesOn = false
      await Promise.all(running)
    },
  }
}
