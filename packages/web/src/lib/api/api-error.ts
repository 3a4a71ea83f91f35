import type { ErrorBody, ErrorCode, FieldErrors } from '@mailstop/contract'

/** The error codes of the API, and one for an API that cannot be reached. */
export type ApiErrorCode = ErrorCode | 'unreachable'

/** A failed call. A call that was cancelled by its own signal throws the reason of the signal. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number
  readonly code: ApiErrorCode
  /** Texts by field; empty unless the code is `invalid` or the server names a field otherwise. */
  readonly errors: FieldErrors

  constructor(
    status: number,
    body: { code: ApiErrorCode; message: string; errors?: FieldErrors | undefined },
    options?: ErrorOptions,
  ) {
    super(body.message, options)
    this.status = status
    this.code = body.code
    this.errors = body.errors ?? {}
  }
}

export function unreachable(cause: unknown): ApiError {
  const message = 'Mailstop cannot be reached. Check your connection and try again.'
  return new ApiError(0, { code: 'unreachable', message }, { cause })
}

/** The error of a reply. A proxy in between may answer with something that is not ours. */
export async function readApiError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  if (isErrorBody(body)) {
    const message = withWait(body.message, response.headers.get('retry-after'))
    return new ApiError(response.status, { ...body, message })
  }
  const code = response.status >= 502 && response.status <= 504 ? 'unavailable' : 'internal'
  const message = `The server answered with status ${response.status}. Try again in a moment.`
  return new ApiError(response.status, { code, message })
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body
}

/** Adds how long to wait: 'Too many attempts. Try again in 2 minutes.' */
function withWait(message: string, retryAfter: string | null): string {
  const seconds = retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : 0
  return seconds > 0 ? message.replace('Try again later.', `Try again ${wait(seconds)}.`) : message
}

/** Rounded up: a client that waits as long as this must not be refused again. */
function wait(seconds: number): string {
  const time = new Intl.RelativeTimeFormat('en', { numeric: 'always' })
  if (seconds < 90) return time.format(seconds, 'second')
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90
    ? time.format(minutes, 'minute')
    : time.format(Math.ceil(minutes / 60), 'hour')
}

/** The text for the user about any error. */
export function errorText(error: unknown): string {
  return error instanceof ApiError ? error.message : 'Something went wrong. Try again in a moment.'
}

/** Waits for a removal. False when the thing did not exist any more, which is no failure. */
export async function wasRemoved(removal: Promise<unknown>): Promise<boolean> {
  try {
    await removal
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false
    throw error
  }
}
