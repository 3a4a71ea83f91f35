import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from '../../config/config.ts'
import { isUsed } from '../../lib/network/unix-sockets.ts'
import { hasNoSuchAddress, listenAddresses } from '../../lib/network/listen-addresses.ts'

type Host = Config['listenHost']

/** Fails as a start does that finds a port taken. All else that may be wrong with one is left to the start. */
export async function requireFreePorts(config: Config): Promise<void> {
  const { listenHost, httpPort, httpSocket, smtpPorts, smtpSockets } = config
  const smtp = [
    ...smtpPorts.filter(({ unasked }) => !unasked).map(({ port }) => port),
    ...smtpSockets.map(({ path }) => path),
  ]
  for (const where of [httpSocket ?? httpPort, ...(config.roles.includes('smtp') ? smtp : [])]) {
    const error = where === 0 ? null : await errorOfListening(listenHost, where)
    if (error && 'code' in error && error.code === 'EADDRINUSE') throw error
  }
}

/** Tries each address that Mailstop would listen on; the second may be missing. Of a Unix socket, whether it is in use. */
export async function errorOfListening(host: Host, port: number | string): Promise<Error | null> {
  if (typeof port === 'string') {
    const about = { code: 'EADDRINUSE', syscall: 'listen', address: port }
    return (await isUsed(port)) ? Object.assign(new Error(`${port} is in use`), about) : null
  }
  const [first = null, ...others] = listenAddresses(host)
  const error = await errorOn(first, port)
  if (error) return error
  for (const other of others) {
    const found = await errorOn(other, port)
    if (found && !hasNoSuchAddress(found)) return found
  }
  return null
}

async function errorOn(host: Host, port: number): Promise<Error | null> {
  const server = createServer()
  try {
    await once(server.listen({ port, ...(host !== null && { host }) }), 'listening')
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    server.close()
  }
}
