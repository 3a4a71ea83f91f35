import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'

/**
 * A browser's side of HTTP, where the test controls every header: it keeps cookies and returns the
 * CSRF token, unless the test replaces them.
 */
export type Browser = {
  readonly cookies: Map<string, string>
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>
  /** Fetches the CSRF cookie first, as the web app does before its first unsafe request. */
  post(path: string, body?: unknown): Promise<Answer>
}

export type RequestOptions = {
  /** Sent as JSON; a string or bytes are sent as they are. */
  body?: unknown
  /** Replace what the browser would send; undefined leaves a header out. */
  headers?: Record<string, string | undefined>
}

export type Answer = {
  status: number
  headers: IncomingHttpHeaders
  setCookies: string[]
  text: string
  /** The parsed body, when it is JSON. */
  json: unknown
}

export function createBrowser(port: number): Browser {
  const cookies = new Map<string, string>()

  async function request(
    method: string,
    path: string,
    { body, headers = {} }: RequestOptions = {},
  ): Promise<Answer> {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array
    const payload = body === undefined || isRaw ? body : JSON.stringify(body)
    const sent: Record<string, string | undefined> = {
      host: `localhost:${port}`,
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') || undefined,
      'x-xsrf-token': cookies.get('XSRF-TOKEN'),
      'content-type': payload === undefined ? undefined : 'application/json',
      // Node leaves it out of a DELETE, which then has no body.
      'content-length': payload === undefined ? undefined : String(Buffer.byteLength(payload)),
      ...headers,
    }
    const present = Object.fromEntries(Object.entries(sent).filter(([, value]) => value))
    const answer = await exchange(port, method, path, present, payload)
    for (const cookie of answer.setCookies) keep(cookies, cookie)
    return answer
  }

  return {
    cookies,
    request,
    async post(path, body) {
      await request('GET', '/sanctum/csrf-cookie')
      return request('POST', path, { body })
    },
  }
}

function exchange(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string | undefined>,
  payload: string | Uint8Array | undefined,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  // A connection of its own, so that none is left open between a server's tests.
  const options = { host: '127.0.0.1', port, method, path, headers, agent: false }
  const request = httpRequest(options, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('error', reject)
    response.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const isJson = response.headers['content-type']?.startsWith('application/json') && text
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        setCookies: response.headers['set-cookie'] ?? [],
        text,
        json: isJson ? JSON.parse(text) : undefined,
      })
    })
  })
  request.on('error', reject)
  request.end(payload)
  return promise
}

function keep(cookies: Map<string, string>, setCookie: string): void {
  const [pair = '', ...attributes] = setCookie.split(';')
  const [name = '', ...value] = pair.split('=')
  if (attributes.some((text) => /^\s*max-age=0\s*$|1970/i.test(text))) cookies.delete(name)
  else cookies.set(name, value.join('='))
}
