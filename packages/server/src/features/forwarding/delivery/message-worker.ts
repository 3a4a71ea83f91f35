import { forwardedMail, type ForwardedMail, type ForwardOrder } from './forwarded-mail.ts'
import { messageProblems } from './strict-message.ts'

/** `loop`: it was forwarded too often. `unfit`: it cannot be sent, for the reason given. */
export type Unsendable = { problem: 'loop' } | { problem: 'unfit'; reason: string }

/** The message that goes to the relay, read once more as its recipient reads it. */
export async function make(
  source: Uint8Array,
  order: ForwardOrder,
): Promise<ForwardedMail | Unsendable> {
  const mail = forwardedMail(source, order)
  if ('problem' in mail) return { problem: 'loop' }
  const [reason] = messageProblems(mail.source)
  return reason === undefined ? mail : { problem: 'unfit', reason }
}
