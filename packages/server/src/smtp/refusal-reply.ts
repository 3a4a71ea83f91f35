import { Refusal } from '../errors.ts'
import { replies } from './replies.ts'

const refusals: Partial<Record<Refusal['code'], string>> = {
  too_large: replies.tooBig,
  forbidden: replies.notAllowed,
  not_found: replies.notAllowed,
  gone: replies.notAllowed,
  // What has to be done first is to make room.
  conflict: replies.teamFull,
  unavailable: replies.storageBusy,
  rate_limited: replies.storageBusy,
}

/** Why a mail was not stored, as the client is told; whatever is no refusal may pass by itself. */
export const refusalReply = (error: unknown): string =>
  (error instanceof Refusal && refusals[error.code]) || replies.notStored
