import { read, type DropInCall } from '../drop-ins/drop-in-call.ts'

const ofServer = { query: '?server={server}' }
const refused = (method: string, path: string, more: Partial<DropInCall> = {}) =>
  read(path, 403, { method, body: { name: 'New' }, ...more })
const manages = { needs: 'inbox:manage' } as const
const remove = { method: 'DELETE', needs: 'mail:delete' } as const

/** Every call, in an order in which one leaves the others what they need. */
export const mailosaurCalls: readonly DropInCall[] = [
  read('/api/messages', 200, ofServer),
  read('/api/messages/search', 200, { method: 'POST', body: { subject: 'x' }, ...ofServer }),
  read('/api/messages/{id}'),
  read('/api/files/email/{id}'),
  read('/api/files/attachments/{file}'),
  read('/api/servers'),
  read('/api/servers/{server}'),
  read('/api/servers/{server}/password', 200, { needs: 'smtp:read' }),
  read('/api/servers', 200, { method: 'POST', body: { name: 'New' }, ...manages }),
  read('/api/servers/{server}', 200, { method: 'PUT', body: { name: 'Newer' }, ...manages }),
  // The first inbox of a team stays.
  read('/api/servers/{server}', 409, { method: 'DELETE', ...manages }),
  refused('POST', '/api/messages', ofServer),
  refused('POST', '/api/messages/{id}/forward'),
  refused('POST', '/api/messages/{id}/reply'),
  read('/api/messages/{id}', 204, remove),
  read('/api/messages', 204, { ...remove, ...ofServer }),
]

/** As the product names its routes. */
export const mailosaurRoutes: readonly string[] = mailosaurCalls.map(
  ({ method, path }) => `${method} /mailosaur${path.replace(/\{(?:server|file)\}/, '{id}')}`,
)
