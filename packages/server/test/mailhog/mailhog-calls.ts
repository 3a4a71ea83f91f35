import { read, type DropInCall } from '../drop-ins/drop-in-call.ts'

/** Every call; under `/mailhog`, and at the root but for the lists of version 1. */
export const mailhogCalls: readonly DropInCall[] = [
  read('/api/v2/messages'),
  read('/api/v2/search', 200, { query: '?kind=to&query=x' }),
  read('/api/v2/outgoing-smtp'),
  ...['GET', 'POST', 'PUT', 'DELETE'].map((method) => read('/api/v2/jim', 404, { method })),
  read('/api/v1/messages/{id}'),
  read('/api/v1/messages/{id}/download'),
  read('/api/v1/messages/{id}/release', 403, { method: 'POST' }),
  read('/api/v1/messages'),
  { method: 'DELETE', path: '/api/v1/messages/{id}', needs: 'mail:delete', answers: 200 },
  { method: 'DELETE', path: '/api/v1/messages', needs: 'mail:delete', answers: 200 },
]

/** Mailpit has a call of this path. */
const collides = ({ path }: DropInCall) => path === '/api/v1/messages'

/** As the server names its routes. */
export const mailhogRoutes: readonly string[] = mailhogCalls.flatMap((call) => [
  `${call.method} /mailhog${call.path}`,
  ...(collides(call) ? [] : [`${call.method} ${call.path}`]),
])
