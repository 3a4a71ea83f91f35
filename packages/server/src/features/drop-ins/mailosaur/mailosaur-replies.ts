import { errorCodes } from '@mailstop/contract'
import type { Refusal } from '../../../errors.ts'
import type { DropInReply } from '../../../http/drop-ins/drop-in.ts'

export const json = (value: unknown, status = 200) => ofText(JSON.stringify(value), status)

/** The body is JSON already. */
export const ofText = (body: string, status = 200) =>
  ({
    kind: 'json',
    status,
    contentType: 'application/json; charset=utf-8',
    body,
  }) satisfies DropInReply

export const noContent = (): DropInReply => ({ kind: 'none', status: 204 })

/**
 * Clients read the fields of a 400, and of all others only the status. Opening, listing and deleting refuse
 * nothing as forbidden but what no token may do.
 */
export function answerRefusal({ code, message, errors }: Refusal): DropInReply {
  if (code !== 'invalid') return json({ type: code, message }, errorCodes[code].status)
  const fields = Object.entries(errors ?? { '': [message] }).map(([field, texts]) => ({
    field,
    detail: texts.map((description) => ({ description })),
  }))
  return json({ type: 'ValidationError', errors: fields }, 400)
}
