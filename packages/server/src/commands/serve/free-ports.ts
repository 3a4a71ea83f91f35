import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from '../../config/config.ts'
import { isUsed } from '../../lib/network/unix-sockets.ts'
import { hasNoSuchAddress, listenAddresses } from '../../lib/network/listen-addresses.ts'

type Host = Config['listenHost']

/** Fails as a start does that finds a port taken. All else that may be wrong with one is left to the start. */
export async function requireFreePorts(config: Config): Promise<void> {
  const { listenHost, httpPort, httpSocket, smtpPorts, smtpSockets, roles } = config
  const smtp = roles.includes('smtp') ? smtpPorts.filter(({ unasked }) => !unasked) : []
  for (const port of [httpPort, ...smtp.map((each) => each.port)]) {
    const error = port === 0 ? null : await errorOfListening(listenHost, port)
    if (error && 'code' in error && error.code === 'EADDRINUSE') throw error
  }
  const sockets = roles.includes('smtp') ? smtpSockets.map(({ path }) => path) : []
  for (const address of [...(httpSocket === null ? [] : [httpSocket]), ...sockets]) {
    const code = (await isUsed(address)) ? 'EADDRINUSE' : null
    if (code) throw Object.assign(new Error(address), { code, syscall: 'listen', address })
  }
}

/** Tries each address that Mailstop would listen on; the second may be missing. */
export async function errorOfListening(host: Host, port: number): Promise<Error | null> {
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
