import { once } from 'node:events'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Config } from '../../config/config.ts'
import { ownAddress } from '../../lib/network/listen-addresses.ts'
import { askServer, ownServer, type KnownServer } from '../serve/own-server.ts'
import { isUsed, localAddress } from '../../lib/network/unix-sockets.ts'
import { createNetworks } from '../../lib/network/networks.ts'
import { ownProxyHeader } from '../../lib/network/own-proxy-header.ts'
import type { WantedPort } from '../../lib/network/smtp-ports.ts'
import { errorOfListening } from '../serve/free-ports.ts'
import { broken, doubtful, reasonOf, well, type Finding } from './finding.ts'
import type { RunningPorts } from './running-ports.ts'

type Host = Config['listenHost']
/** Where a server listens: at a port, or at the path of a Unix socket. */
type Port = {
  name: string
  port: number | string
  isOurs: () => Promise<boolean>
  unasked?: true
}

const answerMs = 3_000

const names = { none: 'SMTP', starttls: 'SMTP with STARTTLS', implicit: 'SMTP with TLS' }

/**
 * Checks that the ports of the Mailstop that serves the data folder answer; where none does, that the configured ones
 * are free.
 */
export async function checkPorts(config: Config, running: RunningPorts): Promise<Finding[]> {
  if (typeof running === 'object') return Promise.all(portsOf(config, running).map(checkAnswer))
  const findings = await Promise.all(
    portsOf(config, config).map((port) => checkPort(config.listenHost, port, running)),
  )
  const about = 'no Mailstop serves this data folder: these are the configured ones'
  return running === 'none' ? [well('ports', about), ...findings] : findings
}

type Ports = {
  httpPort: number
  smtpPorts: readonly WantedPort[]
  pop3Ports: readonly WantedPort[]
}

function portsOf(config: Config, { httpPort, smtpPorts, pop3Ports }: Ports): Port[] {
  const { listenHost, httpSocket, smtpSockets } = config
  const isProxy = createNetworks(config.smtpProxies)
  const host = ownAddress(listenHost)
  const mail = (ports: readonly WantedPort[], protocol: Protocol): Port[] =>
    ports.map(({ port, tls, setting, unasked }) => ({
      name: setting ?? names[tls].replace('SMTP', protocol),
      port,
      isOurs: () => greetsUs({ host, port }, { protocol, tls, isProxy }),
      ...(unasked && { unasked }),
    }))
  const sockets = smtpSockets.map(({ path, tls }) => ({
    name: 'SMTP_PORTS',
    port: path,
    isOurs: () => greetsUs({ path }, { protocol: 'SMTP', tls, isProxy }),
  }))
  const http = {
    name: 'HTTP_PORT',
    port: httpSocket ?? httpPort,
    isOurs: () => answersAsUs(ownServer({ ...config, httpPort })),
  }
  if (!config.roles.includes('smtp')) return [http]
  return [http, ...mail(smtpPorts, 'SMTP'), ...sockets, ...mail(pop3Ports, 'POP3')]
}

const checkOf = ({ port }: Port) => (typeof port === 'number' ? `port ${port}` : `socket ${port}`)

async function checkAnswer(port: Port): Promise<Finding> {
  const { name, isOurs } = port
  const check = checkOf(port)
  if (await isOurs().catch(() => false)) return well(check, `${name}: used by Mailstop`)
  const advice =
    'The Mailstop that runs has this port, and does not answer there: its log says why.'
  return broken(check, `${name}: no answer`, advice)
}

async function checkPort(host: Host, wanted: Port, running: 'none' | 'unknown'): Promise<Finding> {
  const { name, port, isOurs, unasked } = wanted
  const check = checkOf(wanted)
  if (port === 0) return well(check, `${name}: any free port is taken`)
  const error = typeof port === 'number' ? await errorOfListening(host, port) : null
  const isTaken =
    typeof port === 'string'
      ? await isUsed(port)
      : error !== null && 'code' in error && error.code === 'EADDRINUSE'
  if (error === null && !isTaken) return well(check, `${name}: free`)
  if (error === null || isTaken) {
    const isMailstop = await isOurs().catch(() => false)
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

async function answersAsUs(server: KnownServer): Promise<boolean> {
  const answer = await askServer(server, '/livez', answerMs)
  return answer.ok && (await answer.text()) === '{"status":"ok"}'
}

type Protocol = 'SMTP' | 'POP3'
const greetings = { SMTP: /^220 \S+ ESMTP Mailstop\b/, POP3: /^\+OK Mailstop\b/ }

type Greeted = Pick<WantedPort, 'tls'> & {
  protocol: Protocol
  isProxy: (address: string) => boolean
}

async function greetsUs(
  where: { host: string; port: number } | { path: string },
  { protocol, tls, isProxy }: Greeted,
): Promise<boolean> {
  const signal = AbortSignal.timeout(answerMs)
  const socket = connect(where)
  try {
    await once(socket, 'connect', { signal })
    const address = 'path' in where ? localAddress : (socket.localAddress ?? '')
    if (protocol === 'SMTP' && isProxy(address)) socket.write(ownProxyHeader)
    // The question is who answers, and not whether the certificate is trusted.
    const layer = tls === 'implicit' ? connectTls({ socket, rejectUnauthorized: false }) : socket
    const [bytes] = (await once(layer, 'data', { signal })) as [Buffer]
    return greetings[protocol].test(bytes.toString('latin1'))
  } finally {
    socket.destroy()
  }
}
