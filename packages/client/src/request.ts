import { MailstopError, type ErrorBody } from './errors.ts'

/** Requests to the server, tried again when it is away for a moment. */

type Query = Record<string, string | number | undefined>

export type Call = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below `/api/`. */
  path: string
  /** Made again for each attempt. */
  query?: () => Query
  body?: string | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** Made again only where the server cannot have acted on it. */
  once?: boolean
  /** Retries end at this time; milliseconds as of `performance.now()`. */
  until?: number
  /** How long the server may take for one answer, in milliseconds. Asked again for each attempt. */
  patience?: () => number
}

export type Requests = {
  bytes(call: Call): Promise<Uint8Array<ArrayBuffer>>
  json(call: Call): Promise<unknown>
  /** Posts JSON. */
  post(path: string, body: object, how?: Pick<Call, 'once'>): Promise<unknown>
}

export type RequestDeps = {
  url: string
  token: string | undefined
  fetch: typeof globalThis.fetch
}

/** How long a server that is away is asked again, in milliseconds. */
export const usualPersistence = 10_000
/** How long the server may take for one answer, in milliseconds. */
export const usualPatience = 30_000
const longestPause = 2_000

/** Answers of a server, or of a proxy in front of it, that is starting, stopping, full or away. */
const passing = new Set([429, 502, 503, 504])

type Bytes = Uint8Array<ArrayBuffer>
type Answer = { status: number; retryAfter: number | null; bytes: Bytes }

export function createRequests({ url, token, fetch }: RequestDeps): Requests {
  const base = baseOf(url)

  async function attempt({
    method = 'GET',
    path,
    query,
    body,
    headers,
    signal,
    patience = () => usualPatience,
  }: Call): Promise<Answer> {
    const address = new URL(`api/${path}`, base)
    for (const [name, value] of Object.entries(query?.() ?? {})) {
      if (value !== undefined) address.searchParams.set(name, String(value))
    }
    const limit = AbortSignal.timeout(patience())
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

  /** What `read` makes of an answer, or why there is none. */
  async function outcome<T>(call: Call, read: (answer: Answer) => T): Promise<T | Failure> {
    let answer: Answer
    try {
      answer = await attempt(call)
    } catch (error) {
      call.signal?.throwIfAborted()
      return { error: unreachable(base, error), retryAfter: null, isPassing: true }
    }
    const { status, retryAfter } = answer
    if (status >= 300) {
      return { error: errorOf(answer, needsToken), retryAfter, isPassing: passing.has(status) }
    }
    try {
      return read(answer)
    } catch {
      return { error: unreadable(base, answer), retryAfter: null, isPassing: isHalf(answer) }
    }
  }

  async function ask<T>(call: Call, read: (answer: Answer) => T): Promise<T> {
    const { signal, until = performance.now() + usualPersistence } = call
    for (let tried = 0; ; tried += 1) {
      signal?.throwIfAborted()
      const result = await outcome(call, read)
      if (!isFailure(result)) return result
      const { error, retryAfter, isPassing } = result
      const pause = retryAfter || Math.min(100 * 2 ** tried, longestPause)
      const isRepeated = isPassing && !(call.once && mayHaveActed(error))
      if (!isRepeated || performance.now() + pause > until) throw error
      await sleep(pause, signal)
    }
  }

  return {
    bytes: (call) => ask(call, (answer) => answer.bytes),
    json: (call) => ask(call, readObject),
    post: (path, body, how) => ask({ path, method: 'POST', ...jsonOf(body), ...how }, readObject),
  }
}

/** Whether the server may have done what it was asked before the connection broke; 429 and 503 say that it has not. */
function mayHaveActed({ status, cause }: MailstopError): boolean {
  const { code } = ((cause as Error | undefined)?.cause ?? {}) as { code?: string }
  return status !== 429 && status !== 503 && code !== 'ECONNREFUSED'
}

/** A body of JSON, with its header. */
export const jsonOf = (body: object): Pick<Call, 'body' | 'headers'> => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

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

type Failure = { error: MailstopError; retryAfter: number | null; isPassing: boolean }

const isFailure = (result: unknown): result is Failure =>
  (result as Partial<Failure>).error instanceof MailstopError

const textOf = ({ bytes }: Answer) => new TextDecoder().decode(bytes)

/** All answers are objects. What stands between may answer with a page in the place of the server. */
function readObject(answer: Answer): object {
  const value: unknown = JSON.parse(textOf(answer))
  if (typeof value === 'object' && value !== null) return value
  throw new TypeError('The answer is no object')
}

/** A connection that broke without a length of the answer looks like its end. */
const isHalf = (answer: Answer) => /^\s*(\{|$)/.test(textOf(answer))

function unreadable({ href }: URL, answer: Answer): MailstopError {
  const beginning = textOf(answer).trim().slice(0, 200)
  const message = `What answers at ${href} is not Mailstop, or not all of its answer came: ${beginning || 'nothing'}`
  return new MailstopError('unreadable', answer.status, message)
}

function errorOf(answer: Answer, needsToken: string | null): MailstopError {
  const body = readBody(answer)
  const { code, message, errors } = body
  const fields = Object.values(errors ?? {}).flat()
  const said = fields.length > 0 ? fields.join('. ') : (message ?? textOf(answer).slice(0, 200))
  const text = answer.status === 401 && needsToken ? needsToken : said
  return new MailstopError(code ?? 'unreadable', answer.status, text, { body })
}

function readBody(answer: Answer): ErrorBody {
  try {
    return readObject(answer)
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
