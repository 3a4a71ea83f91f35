import { MailstopError, type ErrorBody } from './errors.ts'

/** Requests to the server, tried again when it is away for a moment. */

type Query = Record<string, string | number | undefined>

export type Call = {
  method?: 'GET' | 'POST' | 'DELETE'
  /** Below `/api/`. */
  path: string
  /** Made again for each attempt. */
  query?: () => Query
  body?: string | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** Until when it is tried again; milliseconds as of `performance.now()`. */
  until?: number
  /** How long the server may take for one answer, in milliseconds. */
  patience?: number
}

export type Requests = {
  bytes(call: Call): Promise<Uint8Array<ArrayBuffer>>
  json(call: Call): Promise<unknown>
}

export type RequestDeps = {
  url: string
  token: string | undefined
  fetch: typeof globalThis.fetch
}

/** How long a server that is away is asked again, in milliseconds. */
export const usualPersistence = 10_000
const usualPatience = 30_000
const longestPause = 2_000

/** Answers of a server, or of a proxy in front of it, that is starting, stopping, full or away. */
const passing = new Set([429, 502, 503, 504])

type Answer = { status: number; retryAfter: number | null; bytes: Uint8Array<ArrayBuffer> }

export function createRequests({ url, token, fetch }: RequestDeps): Requests {
  const base = baseOf(url)

  async function attempt({
    method = 'GET',
    path,
    query,
    body,
    headers,
    signal,
    patience = usualPatience,
  }: Call): Promise<Answer> {
    const address = new URL(`api/${path}`, base)
    for (const [name, value] of Object.entries(query?.() ?? {})) {
      if (value !== undefined) address.searchParams.set(name, String(value))
    }
    const limit = AbortSignal.timeout(patience)
    const response = await fetch(address, {
      method,
      headers: {
        accept: 'application/json, */*',
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      redirect: 'error',
      ...(body !== undefined && { body }),
    })
    const retryAfter = Number(response.headers.get('retry-after') ?? 'none')
    return {
      status: response.status,
      retryAfter: Number.isFinite(retryAfter) ? retryAfter * 1_000 : null,
      bytes: new Uint8Array(await response.arrayBuffer()),
    }
  }

  /** A variable that was not set is the usual reason, and the server cannot know its name. */
  const needsToken = token
    ? null
    : `Mailstop at ${base.href} needs an API token: set MAILSTOP_TOKEN. Make one under Integrations › API tokens.`

  async function bytes(call: Call): Promise<Uint8Array<ArrayBuffer>> {
    const { signal, until = performance.now() + usualPersistence } = call
    for (let tried = 0; ; tried += 1) {
      signal?.throwIfAborted()
      const answer = await attempt(call).catch((error: unknown) => {
        signal?.throwIfAborted()
        return unreachable(base, error)
      })
      if (!(answer instanceof Error) && answer.status < 300) return answer.bytes
      const error = answer instanceof Error ? answer : errorOf(answer, needsToken)
      const pause =
        (!(answer instanceof Error) && answer.retryAfter) ||
        Math.min(100 * 2 ** tried, longestPause)
      const isPassing = answer instanceof Error || passing.has(answer.status)
      if (!isPassing || performance.now() + pause > until) throw error
      await sleep(pause, signal)
    }
  }

  return {
    bytes,
    json: async (call) => JSON.parse(new TextDecoder().decode(await bytes(call))) as unknown,
  }
}

function baseOf(url: string): URL {
  const address = url.endsWith('/') ? url : `${url}/`
  // `mailstop:8025` is an address too, with the scheme `mailstop`.
  if (/^https?:/i.test(address) && URL.canParse(address)) return new URL(address)
  throw new MailstopError(
    'unreachable',
    0,
    `Mailstop cannot be at "${url}": its URL begins with http:// or https://`,
  )
}

function errorOf({ status, bytes }: Answer, needsToken: string | null): MailstopError {
  const text = new TextDecoder().decode(bytes)
  const body = readBody(text)
  const { code = 'unreadable', message = text.slice(0, 200), errors = {} } = body
  const fields = Object.values(errors).flat()
  if (status === 401 && needsToken) return new MailstopError(code, status, needsToken, { body })
  return new MailstopError(code, status, fields.length > 0 ? fields.join('. ') : message, { body })
}

function readBody(text: string): ErrorBody {
  try {
    return JSON.parse(text) as ErrorBody
  } catch {
    return {}
  }
}

function unreachable({ href }: URL, error: unknown): MailstopError {
  const { message, cause } = error as Error
  const reason = cause instanceof Error ? cause.message : message
  return new MailstopError('unreachable', 0, `Mailstop at ${href} does not answer: ${reason}`, {
    cause: error,
  })
}

function sleep(duration: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const wake = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', wake)
      if (signal?.aborted) reject(signal.reason as Error)
      else resolve()
    }
    const timer = setTimeout(wake, duration)
    signal?.addEventListener('abort', wake)
  })
}
