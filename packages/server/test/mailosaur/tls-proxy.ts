import { once } from 'node:events'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** Passes requests on to an origin of plain HTTP, as a reverse proxy does: the clients of Mailosaur speak HTTPS alone. */
export async function startTlsProxy(origin: string, certificate: { key: string; cert: string }) {
  const server = createServer(certificate, (asked, answer) => {
    const { method, headers, url } = asked
    const passedOn = request(new URL(url ?? '/', origin), { method, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(answer)
    })
    passedOn.on('error', () => answer.destroy())
    asked.pipe(passedOn)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `https://localhost:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
