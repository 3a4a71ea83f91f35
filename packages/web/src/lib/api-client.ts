import {
  getCsrfCookie,
  type Endpoint,
  type EndpointReply,
  type EndpointRequest,
} from '@mailstop/contract'
import { ApiError, readApiError, unreachable } from './api-error.ts'
import { readCookie } from './cookies.ts'
import { countedCall } from './quiet.ts'

/**
 * The one way in which the web talks to the API. It sends cookies, returns the XSRF-TOKEN cookie as
 * a header on unsafe methods, and turns every failure into an `ApiError`. There is no timeout: a
 * caller cancels through `signal`.
 */

export type CallRequest<E extends Endpoint> = EndpointRequest<E> & { signal?: AbortSignal }

type CallArguments<E extends Endpoint> =
  Partial<CallRequest<E>> extends CallRequest<E>
    ? [request?: CallRequest<E>]
    : [request: CallRequest<E>]

/** The parts of any request, whatever its endpoint. */
type AnyRequest = {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
  signal?: AbortSignal
}

/** Calls an endpoint and gives its reply. Throws `ApiError`, or the signal's reason when cancelled. */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...request: CallArguments<E>
): Promise<EndpointReply<E>>
export async function call(endpoint: Endpoint, request: AnyRequest = {}): Promise<unknown> {
  if (endpoint.method === 'GET') return readReply(await send(endpoint, request, null))

  let response = await send(endpoint, request, csrfToken() ?? (await freshCsrfToken()))
  // The token ends with the session that it is bound to; one fresh token is worth one more try.
  if (response.status === 419) response = await send(endpoint, request, await freshCsrfToken())
  return readReply(response)
}

async function send(endpoint: Endpoint, request: AnyRequest, token: string | null) {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (request.body !== undefined) headers['content-type'] = 'application/json'
  if (token !== null) headers['x-xsrf-token'] = token
  try {
    return await countedCall(
      fetch(endpointUrl(endpoint, request), {
        method: endpoint.method,
        credentials: 'same-origin',
        headers,
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        ...(request.signal ? { signal: request.signal } : {}),
      }),
    )
  } catch (error) {
    if (request.signal?.aborted) throw error
    throw unreachable(error)
  }
}

/** Not parsed again: the server holds every reply to the endpoint's schema before it sends it. */
async function readReply(response: Response): Promise<unknown> {
  if (!response.ok) throw await readApiError(response)
  try {
    return await response.json()
  } catch (cause) {
    const message = 'The server gave an answer that could not be read. Try again in a moment.'
    throw new ApiError(response.status, { code: 'internal', message }, { cause })
  }
}

/** The path with its parameters filled in, and the query. */
function endpointUrl(endpoint: Endpoint, request: AnyRequest): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = request.params?.[name]
    if (value === undefined) throw new Error(`${endpoint.path} needs the parameter ${name}`)
    return encodeURIComponent(value)
  })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) query.set(name, String(value))
  }
  return query.size > 0 ? `${path}?${query}` : path
}

const csrfToken = () => readCookie('XSRF-TOKEN')

async function freshCsrfToken(): Promise<string | null> {
  await readReply(await send(getCsrfCookie, {}, null))
  return csrfToken()
}
