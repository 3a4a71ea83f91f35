import {
  errorCodes,
  type ErrorCode,
  type ErrorDetails,
  type FieldErrors,
  type TokenScope,
} from '@mailstop/contract'

/** An error without a stack, which costs more than all else that is done for a refusal. Its message has to say enough. */
export class Expected extends Error {
  constructor(message: string) {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = stackTraceLimit
  }
}

/**
 * An error that the caller is meant to see. Anything else that is thrown is a bug: it is logged whole and
 * answered as `internal` with an id. `http/` and `smtp/` each translate it once to their protocol.
 */
export class Refusal extends Expected {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  readonly errors: FieldErrors | undefined
  /** Seconds until a retry makes sense, for `rate_limited` and `unavailable`. */
  readonly retryAfter: number | undefined
  /** Further members of the body, for programs. */
  readonly details: ErrorDetails | undefined

  constructor(
    code: ErrorCode,
    options: {
      message?: string
      errors?: FieldErrors
      retryAfter?: number
      details?: ErrorDetails
    } = {},
  ) {
    super(options.message ?? errorCodes[code].message)
    this.code = code
    this.errors = options.errors
    this.retryAfter = options.retryAfter
    this.details = options.details
  }
}

export const notFound = () => new Refusal('not_found')
export const signedOut = () => new Refusal('signed_out')
export const badToken = (message?: string) =>
  new Refusal('bad_token', { ...(message && { message }) })
/** Without a scope, no token may do this. */
export const missingScope = (scope?: TokenScope) =>
  scope === undefined
    ? new Refusal('missing_scope', { message: 'No token may do this.', details: { needs: [] } })
    : new Refusal('missing_scope', {
        message: `The token needs the scope ${scope}.`,
        details: { needs: [scope] },
      })
export const forbidden = (message?: string) =>
  new Refusal('forbidden', { ...(message && { message }) })
export const conflict = (message: string) => new Refusal('conflict', { message })
/**
 * No other refusal of a caught mail has the code `conflict`, nor `forbidden`: SMTP knows these two by their codes.
 */
export const teamFull = () =>
  conflict('The inbox of this team is full. Delete some messages first.')
export const teamSuspended = () =>
  forbidden('This team is suspended. Ask the operator of this server.')
export const gone = (message: string) => new Refusal('gone', { message })
export const invalid = (errors: FieldErrors) => new Refusal('invalid', { errors })
export const unavailable = (options: { message?: string; retryAfter?: number } = {}) =>
  new Refusal('unavailable', options)
export const rateLimited = (retryAfter: number, message?: string) =>
  new Refusal('rate_limited', { retryAfter, ...(message && { message }) })

/** Handles the failure to read what may have been deleted meanwhile: that it is gone is null. */
export function nullIfGone(error: unknown): null {
  if (error instanceof Refusal && error.code === 'not_found') return null
  throw error
}
