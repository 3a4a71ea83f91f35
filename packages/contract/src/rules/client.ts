import type { Endpoint, EndpointReply, EndpointRequest } from './endpoint.ts'

/**
 * The typed client of the contract, whatever carries its requests: the web app, a test or a
 * benchmark. It sends the CSRF token with each request, and fetches the token before a change when it is
 * missing or has expired. Replies are not parsed again: the server holds them to the endpoint's schema.
 */

export type ClientInit = {
  method: string
  headers: Record<string, string>
  body?: string
  signal?: AbortSignal
}

type ClientDeps = {
  /** Sends one request with the cookies of its session. */
  fetch: (path: string, init: ClientInit) => Promise<Response>
  /** The decoded cookie `XSRF-TOKEN`; null when there is none. */
  csrfToken: () => Promise<string | null> | string | null
  /** Reads the body of a response, or throws the caller's own error. `calledAs` is `GET /path`. */
  read?: (response: Response, calledAs: string) => Promise<unknown>
}

export type CallRequest<E extends Endpoint> = EndpointRequest<E> & { signal?: AbortSignal }

export type CallArguments<E extends Endpoint> =
  Partial<CallRequest<E>> extends CallRequest<E>
    ? [request?: CallRequest<E>]
    : [request: CallRequest<E>]

/** The parts of any request, whatever its endpoint. */
type AnyRequest = {
  params?: Record<string, string | number>
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
  signal?: AbortSignal
}

export const csrfCookiePath = '/sanctum/csrf-cookie'

/** The name of a cookie, or of what else a host has once, below a path such as `/mail`: others at the host have theirs. */
export const nameBelow = (basePath: string, name: string): string =>
  name + basePath.replaceAll('/', '~')

export function createClient({ fetch, csrfToken, read = readOrThrow }: ClientDeps) {
  function send(method: string, path: string, request: AnyRequest, token: string | null) {
    const headers: Record<string, string> = { accept: 'application/json' }
    if (request.body !== undefined) headers['content-type'] = 'application/json'
    if (token !== null) headers['x-xsrf-token'] = token
    return fetch(path, {
      method,
      headers,
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      ...(request.signal ? { signal: request.signal } : {}),
    })
  }

  async function freshToken(): Promise<string | null> {
    await read(await send('GET', csrfCookiePath, {}, null), `GET ${csrfCookiePath}`)
    return csrfToken()
  }

  /** The response as it is, even when it is a refusal. */
  async function respond<E extends Endpoint>(
    { method, path: pattern }: E,
    ...[given]: CallArguments<E>
  ): Promise<Response> {
    const request = (given ?? {}) as AnyRequest
    const path = requestPath(pattern, request)
    const token = await csrfToken()
    if (method === 'GET') return send(method, path, request, token)
    const response = await send(method, path, request, token ?? (await freshToken()))
    // The token ends with the session that it is bound to; one fresh token is worth one more try.
    return response.status === 419 ? send(method, path, request, await freshToken()) : response
  }

  return {
    respond,
    freshToken,
    async call<E extends Endpoint>(
      endpoint: E,
      ...request: CallArguments<E>
    ): Promise<EndpointReply<E>> {
      const response = await respond(endpoint, ...request)
      const reply = await read(response, `${endpoint.method} ${endpoint.path}`)
      return reply as EndpointReply<E>
    },
  }
}

/** The path with its parameters filled in, and the query. */
export function requestPath(
  pattern: string,
  { params = {}, query = {} }: Pick<AnyRequest, 'params' | 'query'>,
): string {
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${pattern} needs the parameter ${name}`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  return search.size > 0 ? `${path}?${search}` : path
}

async function readOrThrow(response: Response, calledAs: string): Promise<unknown> {
  if (response.ok) return response.json()
  throw new Error(`${calledAs}: ${response.status} ${await response.text()}`)
}
