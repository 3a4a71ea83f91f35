import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { errorCodes, type ErrorBody, type ErrorCode } from '@mailstop/contract'
import type { StoreTrouble } from '../db/dialect.ts'
import { DamagedSource } from '../db/mail/packing.ts'
import { isOwnerGone, storeTrouble } from '../db/store-faults.ts'
import { notFound, Refusal, unavailable } from '../errors.ts'
import type { SparingLog } from '../lib/process/sparing-log.ts'

export type ErrorLogs = {
  log: Logger
  /** Logs errors that make every request fail while they last. */
  say: SparingLog
}

type ErrorContext = ErrorLogs & { request: FastifyRequest }

/** The one translation of errors to HTTP, in the shape of our own API. */
export function sendError(
  error: unknown,
  { reply, ...context }: ErrorContext & { reply: FastifyReply },
): FastifyReply {
  const { refusal, id } = refusalOf(error, context)
  sayWhenAgain(refusal, reply)
  // RFC 6750 section 3. With Basic, browsers would ask their user for a login.
  if (refusal.code === 'bad_token') reply.header('www-authenticate', 'Bearer realm="Mailstop"')
  const { code, message, errors, details } = refusal
  return sendBody(reply, {
    code,
    message,
    ...(errors && { errors }),
    ...(id && { id }),
    ...details,
  })
}

/** What is not available for a moment may be asked for again after one second, unless it says when. */
export function sayWhenAgain({ code, retryAfter: said }: Refusal, reply: FastifyReply): void {
  const retryAfter = said ?? (code === 'unavailable' ? 1 : undefined)
  if (retryAfter !== undefined) reply.header('retry-after', Math.ceil(retryAfter))
}

/** Refusals as themselves; the rest is logged and hidden behind an `id`. */
export function refusalOf(
  error: unknown,
  { log, say, request }: ErrorContext,
): { refusal: Refusal; id?: string } {
  const { method, routeOptions } = request
  const about = { method, route: routeOptions.url }
  const trouble = storeTrouble(error)
  // Logs no stack: this is no bug, but the operator should know.
  const level = trouble === 'damaged' ? 'error' : 'warn'
  if (trouble) say(level, { ...about, reason: (error as Error).message }, troubles[trouble])
  if (error instanceof DamagedSource) say('error', { ...about, err: error }, error.message)
  const refusal =
    error instanceof Refusal ? error : (refusalOfFramework(error) ?? refusalOfStore(error, trouble))
  if (refusal) return { refusal }
  const id = randomUUID()
  log.error({ err: error, error_id: id, ...about }, 'request failed')
  return { refusal: new Refusal('internal'), id }
}

function sendBody(reply: FastifyReply, body: ErrorBody): FastifyReply {
  return reply
    .code(errorCodes[body.code].status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body)
}

function refusalOfStore(error: unknown, trouble: StoreTrouble | null): Refusal | null {
  // The row existed when the request was checked, and was deleted before it could write.
  if (isOwnerGone(error)) return notFound()
  if (error instanceof DamagedSource) return new Refusal('damaged')
  return refusalOfTrouble(trouble)
}

const troubles: Record<StoreTrouble, string> = {
  too_slow: 'the store was too slow',
  no_turn: 'the store had no turn left',
  no_room: 'the store has no room',
  read_only: 'the store takes no writes',
  away: 'the store is away',
  damaged: 'the store is damaged',
}

/** The text that users read of a trouble; without one, that Mailstop is not available right now. */
const saidOfTroubles: Partial<Record<StoreTrouble, string>> = {
  too_slow: 'This took too long and was stopped. Ask for less, or try again in a moment.',
  no_room:
    'The server has no room left for this. Delete messages if that is still possible, or ask its operator to make room.',
  read_only: 'The store cannot be written: its disk is read-only.',
  damaged: 'The store is damaged: restore a backup.',
}

/** Unless the store is damaged nothing is broken, and another try may succeed. */
function refusalOfTrouble(trouble: StoreTrouble | null): Refusal | null {
  if (trouble === null) return null
  const message = saidOfTroubles[trouble]
  const said = message === undefined ? {} : { message }
  return trouble === 'damaged'
    ? new Refusal('damaged', said)
    : unavailable({ ...said, retryAfter: 1 })
}

const frameworkCodes = new Map<unknown, ErrorCode>([
  ['FST_ERR_CTP_BODY_TOO_LARGE', 'too_large'],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'unsupported_media_type'],
  ['FST_ERR_MAX_PARAM_LENGTH', 'not_found'],
])

/** What Fastify and its file server refuse, by their documented codes and status; null when it is a failure of ours. */
function refusalOfFramework(error: unknown): Refusal | null {
  if (!(error instanceof Error)) return null
  const known = 'code' in error ? frameworkCodes.get(error.code) : undefined
  if (known) return new Refusal(known)
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status === 403 || status === 404) return new Refusal('not_found')
  return status === 400 ? new Refusal('bad_request') : null
}
