import { randomBytes } from 'node:crypto'
import type { Team } from '@mailstop/contract'
import { beginMail, connectAs, queuedId } from '../durability/smtp-connection.ts'

/** A mail of the stream, by its subject, which no other has, and what the relay is to answer to it. */
export type StreamedMail = { subject: string; answer: '' | '451' | '550' }

const every = 25

/**
 * Sends `count` mails one after another to whichever process listens, until each has its 250. One
 * that was cut off may have been kept: it is sent again as another, and is listed in `unsure`.
 */
export async function sendStream(
  count: number,
  where: () => Promise<{ smtpPort: number; team: Team }>,
): Promise<{ accepted: StreamedMail[]; unsure: StreamedMail[] }> {
  const accepted: StreamedMail[] = []
  const unsure: StreamedMail[] = []
  while (accepted.length < count) {
    const { smtpPort, team } = await where()
    const connection = await connectAs(smtpPort, team)
    while (accepted.length < count && !connection.socket.destroyed) {
      if (!(await beginMail(connection)).startsWith('354')) break
      const mail = nextMail(accepted.length)
      const reply = await connection.say(`${sourceOf(mail)}.\r\n`)
      const list = queuedId(reply) === null ? unsure : accepted
      list.push(mail)
    }
    connection.close()
  }
  return { accepted, unsure }
}

function nextMail(index: number): StreamedMail {
  const kind = index % 2 === 0 ? 'even' : 'odd'
  const subject = `${kind} ${index} ${randomBytes(8).toString('hex')}`
  return { subject, answer: index % every === 7 ? '550' : index % every === 13 ? '451' : '' }
}

function sourceOf({ subject, answer }: StreamedMail): string {
  const head = `From: app@rocket.test\r\nTo: you@customer.test\r\nSubject: ${subject}\r\n`
  const asked = answer === '' ? '' : `X-Answer: ${answer}\r\n`
  return `${head}${asked}Message-ID: <${randomBytes(8).toString('hex')}@rocket.test>\r\n\r\nHello\r\n`
}
