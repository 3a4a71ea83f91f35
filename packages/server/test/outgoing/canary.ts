import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type Reached = { method: string; url: string; headers: IncomingHttpHeaders }

type Place = { host?: string; port?: number }

/** An HTTP server of this machine that says who reached it, until the test ends. */
export async function startCanary(
  handle: RequestListener = (_request, reply) => void reply.end('here'),
  { host = '127.0.0.1', port = 0 }: Place = {},
) {
  const reached: Reached[] = []
  const server = createServer((request, reply) => {
    const { method = '', url = '', headers } = request
    reached.push({ method, url, headers })
    reply.on('error', () => {})
    handle(request, reply)
  })
  server.listen(port, host)
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { reached, port: (server.address() as AddressInfo).port }
}
