import {
  createClient,
  type CallArguments,
  type Endpoint,
  type EndpointReply,
  type ErrorBody,
} from '@mailstop/contract'
import { createCookieSession } from '@mailstop/contract/testing'

/** Calls the API over real HTTP as a browser does. `call` returns refusals, `must` throws them. */
export type ApiClient = ReturnType<typeof createApiClient>

export type Answer<T> = { status: number; headers: Headers } & (
  | { ok: true; body: T }
  | { ok: false; error: ErrorBody }
)

/** `headers` go with each request, such as headers that a proxy adds, or the token of a program. `url` may have a path. */
export function createApiClient(url: string, headers: Record<string, string> = {}) {
  const { origin, pathname } = new URL(url)
  const session = createCookieSession(url, { headers })
  // A program with a token needs none of the session's.
  const csrfToken = headers['authorization'] === undefined ? session.csrfToken : () => ''
  const { respond, call: must } = createClient({ ...session, csrfToken })

  return {
    origin,
    /** The path below which the server is. */
    below: pathname.replace(/\/$/, ''),
    headers,
    cookies: session.cookies,
    must,
    /** One request outside of the contract. */
    send: (method: string, path: string) =>
      session.fetch(path, {
        method,
        headers: { accept: 'application/json', 'x-xsrf-token': session.csrfToken() ?? '' },
      }),
    async call<E extends Endpoint>(
      endpoint: E,
      ...request: CallArguments<E>
    ): Promise<Answer<EndpointReply<E>>> {
      const response = await respond(endpoint, ...request)
      const { status, ok, headers: received } = response
      const answer: unknown = await response.json()
      return ok
        ? { ok, status, headers: received, body: answer as EndpointReply<E> }
        : { ok, status, headers: received, error: answer as ErrorBody }
    },
  }
}
