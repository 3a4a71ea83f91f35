import type { TokenScope } from '@mailstop/contract'

type MailosaurCall = {
  method: string
  /** `{id}` is a message, and `{server}` and `{file}` are what their names say. */
  path: string
  /** What a token needs for it; null: a token, whatever its scopes are. */
  needs: TokenScope | null
  /** What it answers to a token that has all scopes. */
  answers: number
  query?: true
  body?: object
}

const read = (path: string, more: Partial<MailosaurCall> = {}): MailosaurCall => ({
  method: 'GET',
  path,
  needs: 'mail:read',
  answers: 200,
  ...more,
})
const refused = (method: string, path: string, more: Partial<MailosaurCall> = {}) =>
  read(path, { method, answers: 403, body: { name: 'New' }, ...more })

/** Every call, in an order in which one leaves the others what they need. */
export const mailosaurCalls: readonly MailosaurCall[] = [
  read('/api/messages', { query: true }),
  read('/api/messages/search', { method: 'POST', query: true, body: { subject: 'x' } }),
  read('/api/messages/{id}'),
  read('/api/files/email/{id}'),
  read('/api/files/attachments/{file}'),
  read('/api/servers'),
  read('/api/servers/{server}'),
  read('/api/servers/{server}/password', { needs: 'smtp:read' }),
  refused('POST', '/api/servers', { needs: null }),
  refused('PUT', '/api/servers/{server}'),
  refused('DELETE', '/api/servers/{server}'),
  refused('POST', '/api/messages', { query: true }),
  refused('POST', '/api/messages/{id}/forward'),
  refused('POST', '/api/messages/{id}/reply'),
  read('/api/messages/{id}', { method: 'DELETE', needs: 'mail:delete', answers: 204 }),
  read('/api/messages', { method: 'DELETE', needs: 'mail:delete', answers: 204, query: true }),
]

/** As the product names its routes. */
export const mailosaurRoutes: readonly string[] = mailosaurCalls.map(
  ({ method, path }) => `${method} /mailosaur${path.replace(/\{(?:server|file)\}/, '{id}')}`,
)
