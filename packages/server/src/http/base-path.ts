import type { IncomingMessage, Server } from 'node:http'

/**
 * Serves everything below the path of PUBLIC_URL too. One proxy keeps this path and another strips it, so a request
 * whose path begins with it loses it once, and any other is taken as it is. Call it when the
 * websockets are attached, which put their listeners in front.
 */
export function stripBasePath(server: Server, base: string): void {
  if (base === '') return
  const withoutBase = withoutPath(base)
  const strip = (request: IncomingMessage) => void (request.url = withoutBase(request.url ?? ''))
  // Node tells of a request by one of these two alone.
  server.prependListener('request', strip)
  server.prependListener('upgrade', strip)
}

/** Takes the path from the beginning of a url, which may name a host (RFC 9112 section 3.2.2). */
export function withoutPath(base: string): (url: string) => string {
  if (base === '') return (url) => url
  const beginning = new RegExp(
    `^((?:https?://[^/?#]*)?)${base.replaceAll('.', '[.]')}(?:/|(?=[?])|$)`,
  )
  return (url) => url.replace(beginning, '$1/')
}

/**
 * Behind a proxy that strips the path, `/api/x` would be both `/x` below a path of `/api` and a path of ours. The API of
 * Mailpit is the same with its prefix and without.
 */
export function requireFreePath(base: string, routes: readonly string[]): void {
  const firstOf = (path: string) => path.split('/', 2)[1]
  const first = firstOf(base)
  const own = routes.map((route) => firstOf(route.slice(route.indexOf(' ') + 1)))
  if (base === '' || first === 'mailpit') return
  if (![...own, 'socket.io'].includes(first)) return
  throw new Error(
    `The path of PUBLIC_URL begins with /${first}, as paths of Mailstop do: choose another.`,
  )
}
