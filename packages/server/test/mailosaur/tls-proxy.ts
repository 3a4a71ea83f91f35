import { once } from 'node:events'
import { createServer as createHttpServer, request } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { connect, type AddressInfo, type Server } from 'node:net'
import type { Duplex } from 'node:stream'

/**
 * What the clients of Mailosaur need before a product of plain HTTP. They speak HTTPS alone, so one server ends TLS,
 * as a reverse proxy does. The one for Node passes over the port of its base URL and asks port 443, which a test should
 * not need; it takes an HTTP proxy, so the other server leads every CONNECT (RFC 9110 section 9.3.6) to the first.
 */
export async function startTlsProxy(origin: string, certificate: { key: string; cert: string }) {
  const tls = createHttpsServer(certificate, (asked, answer) => {
    const { method, headers, url } = asked
    const passedOn = request(new URL(url ?? '/', origin), { method, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(answer)
    })
    passedOn.on('error', () => answer.destroy())
    asked.pipe(passedOn)
  })
  const tlsPort = await listen(tls)
  const tunnels = createHttpServer()
  const ends = new Set<Duplex>()
  tunnels.on('connect', (_request, socket) => {
    ends.add(socket)
    const inner = connect(tlsPort, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      inner.pipe(socket).pipe(inner)
    })
    inner.on('error', () => socket.destroy())
    socket.on('error', () => inner.destroy())
  })
  return {
    origin: 'https://localhost',
    /** The HTTP proxy that leads there. */
    tunnel: `http://127.0.0.1:${await listen(tunnels)}`,
    async close() {
      tls.closeAllConnections()
      for (const end of ends) end.destroy()
      tunnels.closeAllConnections()
      await Promise.all([tls, tunnels].map((server) => new Promise((done) => server.close(done))))
    },
  }
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
