import type { ErrorBody, ErrorCode, FieldErrors } from '@mailstop/contract'

/** What the API answers, plus the one thing that it cannot: that it was not reached. */
export type ApiErrorCode = ErrorCode | 'unreachable'

/** Every way in which a call fails, except being cancelled by its own signal. */
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
  if (isErrorBody(body)) return new ApiError(response.status, body)
  const code = response.status >= 502 && response.status <= 504 ? 'unavailable' : 'internal'
  const message = `The server answered with status ${response.status}. Try again in a moment.`
  return new ApiError(response.status, { code, message })
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body
}

/** What to tell a person about anything that was thrown. */
export function errorText(error: unknown): string {
  return error instanceof ApiError ? error.message : 'Something went wrong. Try again in a moment.'
}
