import { errorCodes } from '@mailstop/contract'
import type { Refusal } from '../../../errors.ts'
import type { DropInReply } from '../../../http/drop-ins/drop-in.ts'

/** Go's encoder ends JSON with a line feed. */
export const json = (value: unknown, status = 200) =>
  ({ kind: 'json', status, body: `${JSON.stringify(value)}\n` }) satisfies DropInReply

export const text = (body: string, status = 200) =>
  ({ kind: 'text', status, body }) satisfies DropInReply

export const ok = () => text('ok')

/** Refuses as Mailpit does: a line of text, and 400 for any fault of the input. */
export function answerRefusal(refusal: Refusal) {
  const { status } = errorCodes[refusal.code]
  if (status === 401) return text('Unauthorized.\n', 401)
  if (refusal.code === 'not_found') return text('404 page not found', 404)
  if (status === 405) return text('Method Not Allowed\n', 405)
  if (refusal.code === 'no_mail') return text('Message not found', 404)
  return text(problemOf(refusal), isOfInput(refusal) ? 400 : status)
}

/** The same of the call that sends mail. */
export function answerSendRefusal(refusal: Refusal): DropInReply {
  const { status } = errorCodes[refusal.code]
  if (status === 401) return answerRefusal(refusal)
  return json({ Error: problemOf(refusal) }, isOfInput(refusal) ? 400 : status)
}

const isOfInput = ({ code }: Refusal) =>
  code === 'invalid' || code === 'bad_request' || code === 'conflict'

const problemOf = ({ message, errors }: Refusal): string =>
  Object.values(errors ?? {})[0]?.[0] ?? message
