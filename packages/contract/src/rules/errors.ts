import type { Mail } from '../calls/mails.ts'
import type { TokenScope } from './token-scopes.ts'
import type { NoMailDetails } from '../calls/waits.ts'

/** Every error the API answers, with its HTTP status and the text it carries unless a better one is given. */
export const errorCodes = {
  bad_request: { status: 400, message: 'The request could not be read.' },
  signed_out: { status: 401, message: 'Log in to continue.' },
  bad_token: {
    status: 401,
    message: 'This token is unknown or was revoked. Make one under Integrations › API tokens.',
  },
  unverified: { status: 403, message: 'Verify your email address to continue.' },
  missing_scope: { status: 403, message: 'The token has no scope for this.' },
  forbidden: { status: 403, message: 'You are not allowed to do this.' },
  not_found: { status: 404, message: 'This does not exist, or you have no access to it.' },
  no_mail: { status: 404, message: 'There is no such mail.' },
  method_not_allowed: { status: 405, message: 'This method is not supported here.' },
  conflict: { status: 409, message: 'This conflicts with something that already exists.' },
  unexpected_mail: { status: 409, message: 'A mail arrived that should not have.' },
  gone: { status: 410, message: 'This link is no longer valid.' },
  too_large: { status: 413, message: 'The request is too large.' },
  unsupported_media_type: {
    status: 415,
    message: 'Send JSON with the content type application/json.',
  },
  csrf: { status: 419, message: 'This page has expired. Reload it and try again.' },
  wrong_host: {
    status: 421,
    message: 'This server answers only for the host name of PUBLIC_URL.',
  },
  invalid: { status: 422, message: 'Some fields are not valid.' },
  rate_limited: { status: 429, message: 'Too many attempts. Try again later.' },
  damaged: {
    status: 500,
    message:
      'The source of this message is damaged. Ask the operator of this server to restore a backup.',
  },
  internal: { status: 500, message: 'Something went wrong on the server.' },
  search_not_ready: {
    status: 503,
    message: 'Some messages cannot be searched yet. Try again in a moment.',
  },
  spam_unavailable: {
    status: 503,
    message: 'The spam filter of this server does not answer. Try again in a minute.',
  },
  unavailable: { status: 503, message: 'This is not available right now. Try again in a moment.' },
} as const

export type ErrorCode = keyof typeof errorCodes

/** Texts by field name, every problem of a field listed. */
export type FieldErrors = Record<string, string[]>

/** What some errors say besides. */
export type ErrorDetails = Partial<NoMailDetails> & {
  /** The mail that broke a wait for silence; only with `unexpected_mail`. */
  mail?: Mail
  /** The scopes that the token lacks, none when no token may make the call; only with `missing_scope`. */
  needs?: TokenScope[]
}

/** The body of every reply whose status is 400 or more. `id` names an internal error in the log. */
export type ErrorBody = {
  code: ErrorCode
  message: string
  errors?: FieldErrors
  id?: string
} & ErrorDetails
