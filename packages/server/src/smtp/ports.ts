import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { asLocal, listenAtPath } from '../lib/network/unix-sockets.ts'
import { hasNoSuchAddress, listenAddresses } from '../lib/network/listen-addresses.ts'
import type { PortTls, SmtpPort, WantedPort, WantedSocket } from '../lib/network/smtp-ports.ts'
import type { SmtpLog } from './connection.ts'

type PortsOptions = {
  /** `listenAddresses`; every address of this machine when null. */
  host: string | null
  accept: (socket: Socket, tls: PortTls) => void
  log: SmtpLog
}

/** The listening sockets of the SMTP server. */
export function createPorts({ host, accept, log }: PortsOptions) {
  const servers: Server[] = []

  /** A second address uses the same port. Null: the port is taken, and was not configured. */
  async function listen({ port, tls, unasked }: WantedPort): Promise<number | null> {
    const [first = null, ...others] = listenAddresses(host)
    const before = servers.length
    try {
      const bound = await listenOn(first, port, tls)
      for (const other of others) {
        await listenOn(other, bound, tls).catch((error: unknown) => {
          if (!hasNoSuchAddress(error)) throw error
        })
      }
      return bound
    } catch (error) {
      if (!unasked || !isTaken(error)) throw error
      await closeAll(servers.splice(before))
      return null
    }
  }

  async function listenOn(address: string | null, port: number, tls: PortTls): Promise<number> {
    const server = createSocketServer((socket) => accept(socket, tls))
    await once(server.listen({ port, ...(address !== null && { host: address }) }), 'listening')
    keep(server)
    return (server.address() as AddressInfo).port
  }

  async function listenAt({ path, tls }: WantedSocket): Promise<void> {
    const server = createSocketServer((socket) => accept(asLocal(socket), tls))
    await listenAtPath(path, () => once(server.listen({ path }), 'listening'))
    keep(server)
  }

  function keep(server: Server): void {
    servers.push(server)
    server.on('error', (error) => log.error({ err: error }, 'An SMTP port failed'))
  }

  /** Resolves when every connection has ended too. */
  const close = () => closeAll(servers)

  return {
    /** Listens on all configured ports, or on none. Returns the open ones with their real numbers. */
    async open(
      wanted: readonly WantedPort[],
      sockets: readonly WantedSocket[] = [],
    ): Promise<SmtpPort[]> {
      try {
        const opened: SmtpPort[] = []
        for (const one of sockets) await listenAt(one)
        for (const one of wanted) {
          const port = await listen(one)
          if (port !== null) opened.push({ port, tls: one.tls })
        }
        return opened
      } catch (error) {
        await close()
        throw error
      }
    },
    isOpen: (): boolean => servers.length > 0 && servers.every((server) => server.listening),
    close,
  }
}

const createSocketServer = (accept: (socket: Socket) => void) =>
  createServer({ allowHalfOpen: true, noDelay: true }, accept)

const isTaken = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

async function closeAll(servers: readonly Server[]): Promise<void> {
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
}
