import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Config } from '../../config/config.ts'
import { ownAddress, ownUrl } from '../../lib/network/listen-addresses.ts'
import { createNetworks } from '../../lib/network/networks.ts'
import { ownProxyHeader } from '../../lib/network/own-proxy-header.ts'
import type { WantedPort } from '../../lib/network/smtp-ports.ts'
import { errorOfListening } from '../serve/free-ports.ts'
import { broken, doubtful, reasonOf, well, type Finding } from './finding.ts'
import type { RunningPorts } from './running-ports.ts'

type Host = Config['listenHost']
type IsOurs = (host: Host, port: number) => Promise<boolean>
type Port = { name: string; port: number; isOurs: IsOurs; unasked?: true }

const answerMs = 3_000

const names = { none: 'SMTP', starttls: 'SMTP with STARTTLS', implicit: 'SMTP with TLS' }

/**
 * Checks that the ports of the Mailstop that serves the data folder answer; where none does, that the configured ones
 * are free.
 */
export async function checkPorts(config: Config, running: RunningPorts): Promise<Finding[]> {
  if (typeof running === 'object') {
    const findings = portsOf(config, running).map((port) => checkAnswer(config.listenHost, port))
    return Promise.all(findings)
  }
  const configured = { httpPort: config.httpPort, smtpPorts: config.smtpPorts }
  const findings = await Promise.all(
    portsOf(config, configured).map((port) => checkPort(config.listenHost, port, running)),
  )
  const about = 'no Mailstop serves this data folder: these are the configured ones'
  return running === 'none' ? [well('ports', about), ...findings] : findings
}

type Ports = { httpPort: number; smtpPorts: readonly WantedPort[] }

function portsOf({ roles, smtpProxies }: Config, { httpPort, smtpPorts }: Ports): Port[] {
  const isProxy = createNetworks(smtpProxies)
  // The question is who answers, and not whether the certificate is trusted.
  const secured = (socket: Socket) => connectTls({ socket, rejectUnauthorized: false })
  const smtp: Port[] = smtpPorts.map(({ port, tls, setting = names[tls], unasked }) => ({
    name: setting,
    port,
    isOurs: greetsUs(isProxy, tls === 'implicit' ? secured : undefined),
    ...(unasked && { unasked }),
  }))
  const http = { name: 'HTTP_PORT', port: httpPort, isOurs: answersAsUs }
  return [http, ...(roles.includes('smtp') ? smtp : [])]
}

async function checkAnswer(host: Host, { name, port, isOurs }: Port): Promise<Finding> {
  const check = `port ${port}`
  if (await isOurs(host, port).catch(() => false)) return well(check, `${name}: used by Mailstop`)
  const advice =
    'The Mailstop that runs has this port, and does not answer there: its log says why.'
  return broken(check, `${name}: no answer`, advice)
}

async function checkPort(
  host: Host,
  { name, port, isOurs, unasked }: Port,
  running: 'none' | 'unknown',
): Promise<Finding> {
  const check = `port ${port}`
  if (port === 0) return well(check, `${name}: any free port is taken`)
  const error = await errorOfListening(host, port)
  if (error === null) return well(check, `${name}: free`)
  if ('code' in error && error.code === 'EADDRINUSE') {
    const isMailstop = await isOurs(host, port).catch(() => false)
    if (isMailstop && running === 'unknown') return well(check, `${name}: used by Mailstop`)
    const by = isMailstop ? 'another Mailstop' : 'another program'
    if (unasked) {
      return doubtful(check, `${name}: used by ${by}`, 'Mailstop starts without this port.')
    }
    const stop = isMailstop ? 'Stop that one' : 'Stop the program that uses it'
    return broken(check, `${name}: used by ${by}`, `${stop}, or set ${name} to another port.`)
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

async function answersAsUs(host: Host, port: number): Promise<boolean> {
  const url = new URL('/livez', ownUrl(host, port))
  const answer = await fetch(url, { signal: AbortSignal.timeout(answerMs), redirect: 'manual' })
  return answer.ok && (await answer.text()) === '{"status":"ok"}'
}

const greetsUs =
  (
    isProxy: (address: string) => boolean,
    layer: (socket: Socket) => Socket = (socket) => socket,
  ): IsOurs =>
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
