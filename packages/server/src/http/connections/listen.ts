import type { Server } from 'node:http'
import { createServer, type Server as SocketServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { asLocal, listenAtPath } from '../../lib/network/unix-sockets.ts'
import { hasNoSuchAddress, listenAddresses } from '../../lib/network/listen-addresses.ts'

type Where = { host?: string | null; port: number; socketPath?: string | null }

/** Returns the port, 0 of a Unix socket, and a function that closes the second socket where the host has two addresses. */
export async function listen(
  fastify: FastifyInstance,
  { host = null, port, socketPath = null }: Where,
): Promise<{ port: number; closeSecond: () => void }> {
  if (socketPath !== null) {
    fastify.server.prependListener('connection', asLocal)
    await listenAtPath(socketPath, () => fastify.listen({ path: socketPath }))
    return { port: 0, closeSecond: () => {} }
  }
  const [first, second] = listenAddresses(host)
  try {
    await fastify.listen({ port, host: first ?? '::' })
  } catch (error) {
    if (host !== null || !hasNoSuchAddress(error)) throw error
    await fastify.listen({ port, host: '0.0.0.0' })
  }
  const address = fastify.server.address()
  const bound = typeof address === 'object' && address ? address.port : port
  const other = second ? await listenAlso(fastify.server, bound, second) : null
  return { port: bound, closeSecond: () => other?.close() }
}

/** Connections to a second address go to the same server, and so have the same limits. */
async function listenAlso(
  server: Server,
  port: number,
  host: string,
): Promise<SocketServer | null> {
  const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    server.emit('connection', socket)
  })
  try {
    await new Promise<void>((resolve, reject) => {
      other.once('error', reject)
      other.listen({ port, host }, resolve)
    })
    return other
  } catch (error) {
    if (hasNoSuchAddress(error)) return null
    throw error
  }
}
