import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What is behind one path: a port of this machine, and whether the proxy takes the path away. */
type Behind = { port: number; strips: boolean }

/** A reverse proxy in front of several servers, by the first part of the path. Elsewhere it answers as a neighbour. */
export async function startPathProxy() {
  const behind = new Map<string, Behind>()

  /** Null where nobody is. */
  function forward({ url = '/', method, headers, socket }: IncomingMessage) {
    const [, first = '', rest = ''] = /^(\/[^/?]*)(.*)$/.exec(url) ?? []
    const to = behind.get(first)
    if (!to) return null
    const path = to.strips ? rest.replace(/^(?!\/)/, '/') : url
    const forwarded = { ...headers, 'x-forwarded-for': socket.remoteAddress }
    return request({ host: '127.0.0.1', port: to.port, method, path, headers: forwarded })
  }

  const server = createServer((asked, reply) => {
    const sent = forward(asked)
    if (!sent) return void reply.writeHead(404, { 'content-type': 'text/html' }).end('A neighbour')
    sent.on('response', (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    sent.on('error', () => reply.destroy())
    asked.pipe(sent)
  })
  server.on('upgrade', (asked, socket) => {
    const sent = forward(asked)
    if (!sent) return void socket.destroy()
    sent.on('upgrade', ({ rawHeaders }, other) => {
      const lines = rawHeaders.flatMap((text, at) =>
        at % 2 === 0 ? [`${text}: ${rawHeaders[at + 1]}\r\n`] : [],
      )
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`)
      socket.pipe(other).pipe(socket)
      socket.on('error', () => other.destroy()).on('close', () => other.destroy())
      other.on('error', () => socket.destroy())
    })
    sent.on('response', () => socket.destroy()).on('error', () => socket.destroy())
    sent.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    /** Leads what begins with `path` to a server that listens on `port`. */
    add: (path: string, to: Behind) => void behind.set(path, to),
    stop: () => server.close().closeAllConnections(),
  }
}
