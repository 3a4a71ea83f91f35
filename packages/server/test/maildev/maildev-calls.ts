import { read, type DropInCall } from '../drop-ins/drop-in-call.ts'

/** A name of a file, which mail of other tests does not have. */
const file = { filename: 'photo.png' }

/** Every call, in an order in which one leaves the others what they need. */
export const maildevCalls: readonly DropInCall[] = [
  read('/email'),
  read('/email/{id}'),
  ...['html', 'source', 'download'].map((form) => read(`/email/{id}/${form}`)),
  read('/email/{id}/attachment/{filename}', 200, { names: file }),
  read('/config'),
  read('/reloadMailsFromDirectory', 403),
  { method: 'PATCH', path: '/email/read-all', needs: 'mail:write', answers: 200 },
  { method: 'POST', path: '/email/{id}/relay', needs: 'mail:forward', answers: 400 },
  {
    method: 'POST',
    path: '/email/{id}/relay/{to}',
    needs: 'mail:forward',
    answers: 400,
    names: { to: 'nobody' },
  },
  { method: 'DELETE', path: '/email/{id}', needs: 'mail:delete', answers: 200 },
  { method: 'DELETE', path: '/email/all', needs: 'mail:delete', answers: 200 },
]

/** As the server names its routes. */
export const maildevRoutes: readonly string[] = ['', '/api', '/maildev', '/maildev/api'].flatMap(
  (prefix) => maildevCalls.map(({ method, path }) => `${method} ${prefix}${path}`),
)
