import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { hasNoSuchAddress, listenAddresses } from '../lib/listen-addresses.ts'
import type { SmtpLog } from './connection.ts'

export type OpenPorts = { ports: number[]; tlsPorts: number[] }

type PortsOptions = {
  /** `listenAddresses`; every address of this machine when null. */
  host: string | null
  accept: (socket: Socket, implicitTls: boolean) => void
  log: SmtpLog
}

/** The listening sockets of the SMTP server. */
export function createPorts({ host, accept, log }: PortsOptions) {
  const servers: Server[] = []

  /** On a second address the port is the same. */
  async function listen(port: number, implicitTls: boolean): Promise<number> {
    const [first = null, ...others] = listenAddresses(host)
    const bound = await listenOn(first, port, implicitTls)
    for (const other of others) {
      await listenOn(other, bound, implicitTls).catch((error: unknown) => {
        if (!hasNoSuchAddress(error)) throw error
      })
    }
    return bound
  }

  async function listenOn(address: string | null, port: number, implicitTls: boolean) {
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      accept(socket, implicitTls),
    )
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ port, ...(address !== null && { host: address }) }, resolve)
    })
    servers.push(server)
    server.on('error', (error) => log.error({ err: error }, 'An SMTP port failed'))
    return (server.address() as AddressInfo).port
  }

  /** Resolves when every connection has ended too. */
  async function close(): Promise<void> {
    await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
  }

  return {
    /** Listens on all ports or on none, and returns the real port numbers. */
    async open(wanted: OpenPorts): Promise<OpenPorts> {
      try {
        const opened: OpenPorts = { ports: [], tlsPorts: [] }
        for (const port of wanted.ports) opened.ports.push(await listen(port, false))
        for (const port of wanted.tlsPorts) opened.tlsPorts.push(await listen(port, true))
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
