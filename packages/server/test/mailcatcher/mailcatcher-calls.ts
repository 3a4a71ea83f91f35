import { read, type DropInCall } from '../drop-ins/drop-in-call.ts'

const view = (format: string) =>
  read('/messages/{file}', 200, { names: { file: `{id}.${format}` } })

/** Every call, in an order in which one leaves the others what they need. */
export const mailcatcherCalls: readonly DropInCall[] = [
  read('/messages'),
  ...['json', 'html', 'plain', 'source', 'eml'].map(view),
  read('/messages/{id}/parts/{cid}', 200, { names: { cid: 'logo' } }),
  { method: 'DELETE', path: '/messages/{id}', needs: 'mail:delete', answers: 204 },
  { method: 'DELETE', path: '/messages', needs: 'mail:delete', answers: 204 },
]

/** As the server names its routes. */
export const mailcatcherRoutes: readonly string[] = [
  ...new Set(
    ['', '/mailcatcher'].flatMap((prefix) =>
      mailcatcherCalls.map(
        ({ method, path }) => `${method} ${prefix}${path.replace('{file}', '{id}')}`,
      ),
    ),
  ),
]
