import type { TokenScope } from '@mailstop/contract'
import { read, type DropInCall } from '../drop-ins/drop-in-call.ts'

const of = (method: string, path: string, needs: TokenScope | null, answers: number) => ({
  method,
  path,
  needs,
  answers,
})

const part = { part: '2' }

/** Every call, in an order in which one leaves the others what they need. */
export const mailpitCalls: readonly DropInCall[] = [
  read('/api/v1/info'),
  read('/api/v1/webui'),
  of('GET', '/api/v1/chaos', 'mail:read', 200),
  { ...of('PUT', '/api/v1/chaos', 'inbox:manage', 200), body: {} },
  // It is no handshake of a websocket.
  read('/api/events', 400),
  read('/api/v1/messages'),
  read('/api/v1/search', 200, { query: '?query=x' }),
  read('/api/v1/message/{id}'),
  read('/api/v1/message/{id}/headers'),
  read('/api/v1/message/{id}/raw'),
  read('/api/v1/message/{id}/part/{part}', 200, { names: part }),
  read('/api/v1/message/{id}/part/{part}/thumb', 200, { names: part }),
  read('/api/v1/message/{id}/link-check'),
  read('/api/v1/message/{id}/html-check'),
  read('/api/v1/tags'),
  read('/view/{file}', 302, { names: { file: 'latest' } }),
  read('/view/{file}', 302, { names: { file: '{id}' } }),
  read('/view/{file}', 200, { names: { file: '{id}.html' } }),
  read('/view/{file}', 200, { names: { file: '{id}.txt' } }),
  of('PUT', '/api/v1/messages', 'mail:write', 400),
  of('PUT', '/api/v1/tags', 'mail:write', 400),
  { ...of('PUT', '/api/v1/tags/{tag}', 'mail:write', 400), names: { tag: 'ci' } },
  { ...of('DELETE', '/api/v1/tags/{tag}', 'mail:write', 400), names: { tag: 'nothing' } },
  of('POST', '/api/v1/send', 'mail:send', 400),
  of('POST', '/api/v1/message/{id}/release', 'mail:forward', 400),
  { ...of('DELETE', '/api/v1/search', 'mail:delete', 200), query: '?query=banana' },
  of('DELETE', '/api/v1/messages', 'mail:delete', 200),
]

const mailpitPrefixes = ['', '/mailpit']

/** As the server names its routes. */
export const mailpitRoutes: readonly string[] = [
  ...new Set(
    mailpitPrefixes.flatMap((prefix) =>
      mailpitCalls.map(({ method, path }) => `${method} ${prefix}${path}`),
    ),
  ),
]
