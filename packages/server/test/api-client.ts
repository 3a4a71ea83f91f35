import type { Endpoint, EndpointReply, EndpointRequest, ErrorBody } from '@mailstop/contract'

/**
 * Calls the API over real HTTP as a browser does: keeps cookies and returns the CSRF token. A reply
 * of 400 or more is given as it is, so that tests can look at refusals.
 */
export type ApiClient = ReturnType<typeof createApiClient>

export type Answer<T> = { status: number; headers: Headers } & (
  | { ok: true; body: T }
  | { ok: false; error: ErrorBody }
)

type AnyRequest = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** `headers` go with each request, such as those that a proxy adds. */
export function createApiClient(origin: string, headers: Record<string, string> = {}) {
  const cookies = new Map<string, string>()

  async function send(method: string, path: string, body?: unknown): Promise<Response> {
    const response = await fetch(new URL(path, origin), {
      method,
      redirect: 'manual',
      headers: {
        ...headers,
        accept: 'application/json',
        origin,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-xsrf-token': decodeURIComponent(cookies.get('XSRF-TOKEN') ?? ''),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    for (const cookie of response.headers.getSetCookie()) keep(cookie)
    return response
  }

  function keep(header: string): void {
    const [pair = '', ...attributes] = header.split(';')
    const [name = '', ...value] = pair.split('=')
    const isGone = attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute))
    if (isGone || value.join('=') === '') cookies.delete(name)
    else cookies.set(name, value.join('='))
  }

  async function call<E extends Endpoint>(
    endpoint: E,
    request: EndpointRequest<E>,
  ): Promise<Answer<EndpointReply<E>>> {
    const { params = {}, query = {}, body } = request as AnyRequest
    if (endpoint.method !== 'GET' && !cookies.has('XSRF-TOKEN')) {
      await (await send('GET', '/sanctum/csrf-cookie')).arrayBuffer()
    }
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(params[name])),
    )
    const search = new URLSearchParams(query as Record<string, string>)
    const response = await send(
      endpoint.method,
      search.size ? `${path}?${search.toString()}` : path,
      body,
    )
    const { status } = response
    const answer: unknown = await response.json()
    return status < 400
      ? { ok: true, status, headers: response.headers, body: answer as EndpointReply<E> }
      : { ok: false, status, headers: response.headers, error: answer as ErrorBody }
  }

  /** As `call`, for a call that the test needs to succeed. */
  async function must<E extends Endpoint>(
    endpoint: E,
    request: EndpointRequest<E>,
  ): Promise<EndpointReply<E>> {
    const answer = await call(endpoint, request)
    if (answer.ok) return answer.body
    throw new Error(`${endpoint.method} ${endpoint.path}: ${JSON.stringify(answer.error)}`)
  }

  return { origin, cookies, send, call, must }
}
