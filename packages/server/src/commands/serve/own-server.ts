import { once } from 'node:events'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { buffer } from 'node:stream/consumers'
import type { Config } from '../../config/config.ts'
import { isLoopback, ownUrl } from '../../lib/network/listen-addresses.ts'
import { shownUrl } from '../../lib/network/public-url.ts'

export type KnownServer = {
  /** Ends in a slash. */
  url: URL
  /** Null: it has a port. */
  socketPath: string | null
  /** It is on this machine, whose certificate names another host than the one that is asked. */
  isHere: boolean
}

/** Where this machine reaches the HTTP that the settings let listen. */
export function ownServer(config: Config): KnownServer {
  const { listenHost, httpPort, httpSocket, httpTls } = config
  const url = httpSocket === null ? ownUrl(listenHost, httpPort) : new URL('http://localhost')
  if (httpTls !== null) url.protocol = 'https:'
  return { url, socketPath: httpSocket, isHere: true }
}

/** The server at an http or https URL; null for any other text. */
export function serverAt(text: string): KnownServer | null {
  const url = URL.parse(text.replace(/\/*$/, '/'))
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return null
  return { url, socketPath: null, isHere: isLoopback(url.hostname) }
}

/** `GET` without redirects, and for a Unix socket and a certificate of another name too, which `fetch` cannot ask. */
export async function askServer(
  { url, socketPath, isHere }: KnownServer,
  path: string,
  withinMs: number,
): Promise<Response> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const request = send(new URL(`.${path}`, url), {
    agent: false,
    rejectUnauthorized: !isHere,
    signal: AbortSignal.timeout(withinMs),
    ...(socketPath !== null && { socketPath }),
  })
  const [answer] = (await once(request.end(), 'response')) as [IncomingMessage]
  const body = await buffer(answer)
  return new Response(body.length > 0 ? body : null, { status: answer.statusCode ?? 0 })
}

export const nameOf = ({ url, socketPath }: KnownServer): string =>
  socketPath === null ? shownUrl(url) : `unix:${socketPath}`
