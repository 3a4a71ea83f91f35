import { createHash, randomBytes } from 'node:crypto'
import { beginMail, connectAs, queuedId } from './smtp-connection.ts'
import type { SignedIn } from './sign-in.ts'

/** What a test remembers of a mail that it sent, to hold the product to it later. */
export type SentMail = {
  /** Its subject; no other mail has it. */
  token: string
  bytes: number
  hash: string
  /** The id of its 250; null when none arrived. */
  id: number | null
}

export const hashOf = (source: Uint8Array | string) =>
  createHash('sha256').update(source).digest('hex')

/** A mail of that many bytes at least, which no compression makes much smaller. */
export function uniqueMail(bytes: number): { token: string; source: string } {
  const token = randomBytes(12).toString('hex')
  const head = `Subject: ${token}\r\nFrom: app@rocket.test\r\nTo: you@customer.test\r\n\r\n`
  const lines = randomBytes(Math.ceil((bytes * 3) / 4))
    .toString('base64')
    .replaceAll(/.{1,76}/g, '$&\r\n')
  return { token, source: `${head}${lines}` }
}

/**
 * Sends mails of up to 40 KB over one connection until it is cut off. Every mail that was begun is
 * in `sent` before its last byte leaves: what is not there was never sent.
 */
export async function sendUntilCutOff(
  smtpPort: number,
  team: SignedIn['team'],
  sent: SentMail[],
  onAccepted: () => void,
): Promise<void> {
  const connection = await connectAs(smtpPort, team)
  for (let index = 0; !connection.socket.destroyed; index += 1) {
    const { token, source } = uniqueMail(200 * (1 + ((index * index) % 200)))
    const ready = await beginMail(connection)
    if (!ready.startsWith('354')) break
    const mail: SentMail = { token, bytes: source.length, hash: hashOf(source), id: null }
    sent.push(mail)
    mail.id = queuedId(await connection.say(`${source}.\r\n`))
    if (mail.id !== null) onAccepted()
  }
  connection.close()
}
