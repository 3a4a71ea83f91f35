import {
  errorCodes,
  getCsrfCookie,
  validate,
  type Endpoint,
  type EndpointInput,
  type EndpointReply,
  type ErrorBody,
  type ErrorCode,
} from '@mailstop/contract'

/**
 * A fake API that replaces `fetch`. It validates every request and every reply by the contract, and
 * requires the CSRF header as the real one does. A call without a reply fails the test: the page would
 * ask for it again and again, for seconds.
 */
export type FakeServer = {
  /** Sets the reply of an endpoint. A later reply replaces an earlier one. */
  answer: <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void
  /** The calls so far, oldest first. */
  calls: () => readonly FakeCall[]
  /** How often an endpoint has been called. */
  count: (endpoint: Endpoint) => number
  /** The text of the file at an address that a reply contained. */
  serveFile: (path: string, text: string, type?: string) => void
  /** While true, every call fails as it does offline. */
  setUnreachable: (unreachable: boolean) => void
  /** Forgets the CSRF token, as the end of a session does. */
  expireToken: () => void
  fetch: typeof fetch
}

export type FakeCall = { method: string; path: string; query: string; body: unknown }

type Handler<E extends Endpoint> = (
  input: EndpointInput<E>,
) => EndpointReply<E> | FakeRefusal | Promise<EndpointReply<E> | FakeRefusal>

export class FakeRefusal {
  readonly status: number
  readonly body: ErrorBody
  readonly headers: Record<string, string>

  constructor(status: number, body: ErrorBody, headers: Record<string, string>) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

type RefusalDetails = Partial<Omit<ErrorBody, 'code'>> & {
  /** Seconds, for the header Retry-After. */
  retryAfter?: number
}

/** The reply of an endpoint that refuses. */
export function refuse(code: ErrorCode, details: RefusalDetails = {}): FakeRefusal {
  const { retryAfter, ...more } = details
  const { status, message } = errorCodes[code]
  const headers: Record<string, string> =
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  return new FakeRefusal(status, { code, message, ...more }, headers)
}

type Answer = {
  endpoint: Endpoint
  pattern: RegExp
  handle: (input: Record<string, unknown>) => unknown
}

export function createFakeServer(): FakeServer {
  const answers: Answer[] = []
  const files = new Map<string, { text: string; type: string }>()
  const calls: FakeCall[] = []
  let unreachable = false
  let tokens = 0
  let token: string | null = null

  function issueToken() {
    tokens += 1
    token = `token-${tokens}`
    document.cookie = `XSRF-TOKEN=${token}; path=/`
  }

  function answer<E extends Endpoint>(endpoint: E, handler: Handler<E>) {
    const pattern = new RegExp(`^${endpoint.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
    // `respond` passes to a handler what the schemas of its own endpoint have parsed, which TypeScript
    // cannot follow through the list.
    const handle = handler as unknown as Answer['handle']
    answers.unshift({ endpoint, pattern, handle })
  }

  async function respond(method: string, url: URL, headers: Headers, text: string | null) {
    const body: unknown = text === null ? undefined : JSON.parse(text)
    calls.push({ method, path: url.pathname, query: url.search, body })
    answering: for (const { endpoint, pattern, handle } of answers) {
      const match = endpoint.method === method && pattern.exec(url.pathname)
      if (!match) continue
      const trusted = token !== null && headers.get('x-xsrf-token') === token
      if (method !== 'GET' && !trusted) return refuse('csrf')
      const input: Record<string, unknown> = {}
      const parts = {
        params: decodeAll(match.groups ?? {}),
        query: Object.fromEntries(url.searchParams),
        body,
      }
      for (const part of ['params', 'query', 'body'] as const) {
        const schema = endpoint[part]
        if (!schema) continue
        const checked = validate(schema, parts[part])
        // The path is that of another call, such as the count of mails beside one mail.
        if (!checked.ok && part === 'params') continue answering
        if (!checked.ok) return refuse('invalid', { errors: checked.errors })
        input[part] = checked.data
      }
      const reply = await handle(input)
      return reply instanceof FakeRefusal ? reply : endpoint.reply.parse(reply)
    }
    // oxlint-disable-next-line no-console -- a test that writes to the console fails
    console.error(`The test has no answer to ${method} ${url.pathname}`)
    return refuse('internal')
  }

  answer(getCsrfCookie, () => {
    issueToken()
    return { message: 'ok' }
  })

  return {
    answer,
    calls: () => calls,
    count: ({ method, path }) => {
      const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
      return calls.filter((call) => call.method === method && pattern.test(call.path)).length
    },
    setUnreachable(next) {
      unreachable = next
    },
    expireToken() {
      token = null
    },
    serveFile(path, text, type = 'text/plain; charset=utf-8') {
      files.set(path, { text, type })
    },
    async fetch(resource, init) {
      if (unreachable) throw new TypeError('fetch failed')
      const address = resource instanceof Request ? resource.url : String(resource)
      const url = new URL(address, 'http://localhost')
      const file = files.get(url.pathname)
      if (file) return new Response(file.text, { headers: { 'content-type': file.type } })
      const text = typeof init?.body === 'string' ? init.body : null
      const reply = await respond(init?.method ?? 'GET', url, new Headers(init?.headers), text)
      init?.signal?.throwIfAborted()
      return reply instanceof FakeRefusal
        ? Response.json(reply.body, { status: reply.status, headers: reply.headers })
        : Response.json(reply)
    },
  }
}

function decodeAll(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, decodeURIComponent(value)]),
  )
}
