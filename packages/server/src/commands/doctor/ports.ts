import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Config } from '../../config.ts'
import {
  hasNoSuchAddress,
  listenAddresses,
  ownAddress,
  ownUrl,
} from '../../lib/listen-addresses.ts'
import { createNetworks } from '../../lib/networks.ts'
import { ownProxyHeader } from '../../lib/own-proxy-header.ts'
import { broken, reasonOf, well, type Finding } from './finding.ts'

type Host = Config['listenHost']
type IsOurs = (host: Host, port: number) => Promise<boolean>
type Port = { name: string; port: number; isOurs: IsOurs }

const answerMs = 3_000

/** Whether each port is free, or used by a Mailstop that runs. */
export async function checkPorts(config: Config): Promise<Finding[]> {
  const isProxy = createNetworks(config.smtpProxies)
  // The question is who answers, and not whether the certificate is trusted.
  const secured = (socket: Socket) => connectTls({ socket, rejectUnauthorized: false })
  const smtp: Port[] = [
    ...config.smtpPorts.map((port) => ({ name: 'SMTP_PORTS', port, isOurs: greetsUs(isProxy) })),
    ...config.smtpsPorts.map((port) => ({
      name: 'SMTPS_PORTS',
      port,
      isOurs: greetsUs(isProxy, secured),
    })),
  ]
  const ports: Port[] = [
    { name: 'HTTP_PORT', port: config.httpPort, isOurs: answersAsUs },
    ...(config.roles.includes('smtp') ? smtp : []),
  ]
  return Promise.all(ports.map((port) => checkPort(config.listenHost, port)))
}

async function checkPort(host: Host, { name, port, isOurs }: Port): Promise<Finding> {
  const check = `port ${port}`
  if (port === 0) return well(check, `${name}: any free port is taken`)
  const error = await errorOfListening(host, port)
  if (error === null) return well(check, `${name}: free`)
  if ('code' in error && error.code === 'EADDRINUSE') {
    if (await isOurs(host, port).catch(() => false)) return well(check, `${name}: used by Mailstop`)
    const advice = `Stop the program that uses it, or set ${name} to another port.`
    return broken(check, `${name}: used by another program`, advice)
  }
  return broken(check, `${name}: ${reasonOf(error)}`, adviceOn(error, name))
}

function adviceOn(error: Error, name: string): string {
  switch ('code' in error && error.code) {
    case 'EACCES':
      return `Choose a port above 1023 for ${name}, or allow this one (CAP_NET_BIND_SERVICE).`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return 'Set LISTEN_HOST to an address or a name of this machine.'
    default:
      return `Set ${name} to another port.`
  }
}

/** On each address that Mailstop would listen on, of which the second may be missing. */
async function errorOfListening(host: Host, port: number): Promise<Error | null> {
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

async function answersAsUs(host: Host, port: number): Promise<boolean> {
  const url = new URL('/livez', ownUrl(host, port))
  const answer = await fetch(url, { signal: AbortSignal.timeout(answerMs), redirect: 'manual' })
  return answer.ok && (await answer.text()) === '{"status":"ok"}'
}

const greetsUs =
  (isProxy: (address: string) => boolean, layer = (socket: Socket): Socket => socket): IsOurs =>
  async (host, port) => {
    const signal = AbortSignal.timeout(answerMs)
    const socket = connect({ host: ownAddress(host), port })
    try {
      await once(socket, 'connect', { signal })
      if (isProxy(socket.localAddress ?? '')) socket.write(ownProxyHeader)
      const [bytes] = (await once(layer(socket), 'data', { signal })) as [Buffer]
      return /^220 \S+ ESMTP Mailstop\b/.test(bytes.toString('latin1'))
    } finally {
      socket.destroy()
    }
  }
