import { Resolver, lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { createNetworks } from '../lib/network/networks.ts'
import type { OutboundAllow } from '../lib/network/outbound-allow.ts'

/**
 * Decides where requests of this server may go. What is public is judged by `request-filtering-agent` when it connects;
 * here is what that library does not know: schemes, ports, this server itself, and what the operator allows. A name is
 * resolved once, and the connection goes to the addresses that were judged, whatever DNS says a moment later.
 */
export type Guard = { look(url: URL): Promise<Passage | Failure> }

/** `refused`: it leads to where this server asks nobody. `reason` is a sentence. */
export type Failure = { problem: 'refused' | 'failed'; reason: string }

export type Passage = {
  addresses: { address: string; family: number }[]
  /** The operator allows these private addresses. */
  isLifted: boolean
}

export type GuardRules = {
  allow: OutboundAllow
  /** The host of PUBLIC_URL; null where it is not set. */
  ownHost: string | null
  /** The ports that this server listens on. */
  ownPorts: () => number[]
  /** Asks DNS without the threads that files and passwords need; null: as this machine is set up. */
  resolve?: ResolveHost
  /** Those of the web, unless a test has no such port. */
  ports?: number[]
}

export type ResolveHost = (host: string) => Promise<Passage['addresses']>

const usualPorts = [80, 443, 8080, 8443]

/** What a host of the operator may be: no address that stands for another one, as NAT64 has. */
const liftable = createNetworks([
  'loopback',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  'fc00::/7',
])

/** What tells a machine of a cloud its own secrets: link-local addresses, and those of single providers. */
const metadata = createNetworks([
  '169.254.0.0/16',
  'fe80::/10',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::/32',
  'fd20:ce::254',
])

export function createGuard({
  allow,
  ownHost,
  ownPorts,
  resolve,
  ports = usualPorts,
}: GuardRules): Guard {
  const isAllowedNetwork = createNetworks(allow.networks)

  const isOwn = (address: string, port: number): boolean =>
    ownPorts().includes(port) && isOfThisMachine(address)

  return {
    async look(url) {
      const { protocol, username, password } = url
      const hostname = url.hostname.replace(/\.$/, '')
      const port = Number(url.port) || (protocol === 'https:' ? 443 : 80)
      const isUsual = ports.includes(port)
      const isNamed = allow.hosts.some(
        (each) => each.host === hostname && (each.port === null ? isUsual : each.port === port),
      )
      const wrongInUrl = firstOf([
        ['its scheme is not http or https', protocol !== 'http:' && protocol !== 'https:'],
        ['it holds a username or a password', username !== '' || password !== ''],
        ['it leads to this server', hostname === ownHost],
        [`its port is ${port}`, !isNamed && !isUsual],
      ])
      if (wrongInUrl) return wrongInUrl
      const addresses = await addressesOf(hostname, isNamed, resolve)
      if (addresses.length === 0) return { problem: 'failed', reason: 'Its host has no address.' }
      const wrongAddress = firstOf([
        ['its address is not public', addresses.some(({ address }) => metadata(address))],
        ['it leads to this server', addresses.some(({ address }) => isOwn(address, port))],
      ])
      if (wrongAddress) return wrongAddress
      const isLifted = addresses.every(
        ({ address }) => liftable(address) && (isNamed || isAllowedNetwork(address)),
      )
      return { addresses, isLifted }
    },
  }
}

/** The first thing that is so. */
function firstOf(wrong: [why: string, isSo: boolean][]): Failure | undefined {
  const found = wrong.find(([, isSo]) => isSo)
  return found && { problem: 'refused', reason: `This address is not asked: ${found[0]}.` }
}

/** A host that the operator named may be in a file of this machine; nobody else's name waits for `getaddrinfo`. */
async function addressesOf(
  hostname: string,
  isNamed: boolean,
  resolve: ResolveHost | undefined,
): Promise<Passage['addresses']> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(host)
  if (family !== 0) return [{ address: host, family }]
  if (resolve) return resolve(host)
  return isNamed
    ? lookup(host, { all: true }).catch(() => [])
    : resolveBoth(new Resolver(quick), host)
}

const quick = { timeout: 1_500, tries: 2 }

/** The IPv4 addresses first, since many machines have no way to others. */
export async function resolveBoth(resolver: Resolver, host: string): Promise<Passage['addresses']> {
  const [four, six] = await Promise.all([
    resolver.resolve4(host).catch(() => []),
    resolver.resolve6(host).catch(() => []),
  ])
  return [
    ...four.map((address) => ({ address, family: 4 })),
    ...six.map((address) => ({ address, family: 6 })),
  ]
}

const loopback = createNetworks(['loopback'])

const isOfThisMachine = (address: string): boolean =>
  loopback(address) ||
  Object.values(networkInterfaces()).some((all) => all?.some((each) => each.address === address))
