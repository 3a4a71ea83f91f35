import { Resolver, lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { createNetworks } from '../lib/network/networks.ts'
import type { OutboundAllow } from '../lib/network/outbound-allow.ts'

/**
 * Decides where requests of this server may go. Which addresses are public `request-filtering-agent` judges when it
 * connects; here is what that library does not know: schemes, ports, this server itself, and what the operator allows.
 * A name is resolved once, and the connection goes to the addresses that were judged, whatever DNS says a moment later.
 */
export type Destinations = ReturnType<typeof createDestinations>

/** `isLifted`: the operator allows these private addresses. */
export type Destination = { addresses: Address[]; isLifted: boolean }
type Address = { address: string; family: number }

/**
 * `refused`: it leads to where this server asks nobody. `reason` is a sentence. `isReached`: a request was sent, and
 * whether it was connected.
 */
export type Failure = { problem: 'refused' | 'failed'; reason: string; isReached?: boolean }

export type DestinationRules = {
  allow: OutboundAllow
  /** The host of PUBLIC_URL; null where it is not set. */
  ownHost: string | null
  /** The ports that this server listens on. */
  ownPorts: () => number[]
  /** Without these, the name servers of this machine are asked, and the ports are those of the web. */
  resolve?: (host: string) => Promise<Address[]>
  ports?: number[]
}

const notAllowed = 'OUTBOUND_ALLOW of this server does not have it'

/** Names that DNS does not know, of this machine alone (RFC 6761, section 6.3). */
const isLoopbackName = /(?:^|\.)localhost$/

const usualPorts = [80, 443, 8080, 8443]

/** What a host of the operator may have: no address that stands for another one, as those of NAT64 do. */
const privateNetworks = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10']
const isLiftable = createNetworks(['loopback', 'fc00::/7', ...privateNetworks])

/** All other IPv6 addresses are private or stand for others: `::127.0.0.1`, which the library lets pass, is 127.0.0.1. */
const isGlobal = createNetworks(['2000::/3', '0.0.0.0/0'])
/** 6to4 (RFC 3056) and Teredo (RFC 4380) stand for IPv4 addresses too. */
const isTunnel = createNetworks(['2002::/16', '2001::/32'])

/** From where machines of clouds get their secrets: link-local addresses, and some of single providers. */
const isMetadata = createNetworks([
  '169.254.0.0/16',
  'fe80::/10',
  'fd00:ec2::/32',
  'fd20:ce::254',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
])

export function createDestinations(rules: DestinationRules) {
  const { allow, ownHost, ownPorts, resolve, ports = usualPorts } = rules
  const isAllowed = createNetworks(allow.networks)

  function read(url: URL) {
    const { protocol, username, password } = url
    const hostname = url.hostname.replace(/\.+$/, '')
    const port = Number(url.port) || (protocol === 'https:' ? 443 : 80)
    const isUsual = ports.includes(port)
    const isNamed = allow.hosts.some(
      (each) => each.host === hostname && (each.port === null ? isUsual : each.port === port),
    )
    const wrong = firstOf([
      ['its scheme is not http or https', protocol !== 'http:' && protocol !== 'https:'],
      ['it holds a username or a password', username !== '' || password !== ''],
      ['it leads to this server', hostname === ownHost?.replace(/\.+$/, '')],
      [`its port is ${port}, and ${notAllowed}`, !isNamed && !isUsual],
      [`it leads to this machine, and ${notAllowed}`, !isNamed && isLoopbackName.test(hostname)],
    ])
    return { hostname, port, isNamed, wrong }
  }

  async function judge(url: URL): Promise<Destination | Failure> {
    const { hostname, port, isNamed, wrong } = read(url)
    if (wrong) return wrong
    const found = withoutTranslated(await addressesOf(hostname, isNamed, resolve))
    if (found.length === 0) return { problem: 'failed', reason: 'Its host has no address.' }
    const addresses = found.map(({ address }) => address)
    const isLifted = addresses.every((each) => isLiftable(each) && (isNamed || isAllowed(each)))
    const isOwn = ownPorts().includes(port) && addresses.some(isOfThisMachine)
    return wrongAddress(addresses, isOwn, isLifted) ?? { addresses: found, isLifted }
  }

  /** Why an address is never asked, also where DNS knows its host; null: it may be. */
  function refusalOf(url: URL): string | null {
    const { hostname, isNamed, wrong } = read(url)
    const address = literalIn(hostname)
    const isLifted = address !== null && isLiftable(address) && (isNamed || isAllowed(address))
    const refused = wrong ?? (address && wrongAddress([address], false, isLifted))
    return refused ? refused.reason : null
  }

  return { judge, refusalOf }
}

/** The library that opens the connection refuses private addresses too; this says how they are allowed. */
const wrongAddress = (addresses: string[], isOwn: boolean, isLifted: boolean) =>
  firstOf([
    [
      'its address is not public',
      addresses.some(
        (each) => isMetadata(each) || isTunnel(each) || !(isGlobal(each) || isLiftable(each)),
      ),
    ],
    ['it leads to this server', isOwn],
    [`its address is private, and ${notAllowed}`, !isLifted && addresses.every(isLiftable)],
  ])

/** The address that a host is itself; null: it is a name. */
function literalIn(hostname: string): string | null {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(host) === 0 ? null : host
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
  resolve = (host: string) => resolveBoth(new Resolver({ timeout: 1_500, tries: 2 }), host),
): Promise<Address[]> {
  const address = literalIn(hostname)
  if (address !== null) return [{ address, family: isIP(address) }]
  return isNamed
    ? lookup(hostname, { all: true }).catch(() => resolve(hostname))
    : resolve(hostname)
}

/** DNS64 writes such an address beside each one of IPv4 (RFC 6147): the IPv4 address itself is asked. */
const isTranslated = createNetworks(['64:ff9b::/96'])

function withoutTranslated(found: Address[]): Address[] {
  const own = found.filter(({ address }) => !isTranslated(address))
  return own.length > 0 ? own : found
}

/** The IPv4 addresses come first, since many machines have no way to others. */
export async function resolveBoth(resolver: Resolver, host: string): Promise<Address[]> {
  const [four, six] = await Promise.all([
    resolver.resolve4(host).catch(() => []),
    resolver.resolve6(host).catch(() => []),
  ])
  const of = (family: number) => (address: string) => ({ address, family })
  return [...four.map(of(4)), ...six.map(of(6))]
}

/** The addresses of its network cards too, in every form. */
function isOfThisMachine(address: string): boolean {
  const cards = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  return createNetworks(['loopback', ...cards.map((card) => card.address)])(address)
}
