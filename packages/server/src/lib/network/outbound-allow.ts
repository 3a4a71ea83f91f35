import { isIP, isIPv4 } from 'node:net'

/** Where requests may go beyond the public network, by the choice of the operator. */
export type OutboundAllow = {
  /** CIDR ranges, at the usual ports. */
  networks: string[]
  /** Hosts as URLs have them, in lower case; without a port, at the usual ports. */
  hosts: { host: string; port: number | null }[]
}

const nameForm = /^[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_][a-z0-9_-]{0,62})*$/

/** `hooks.internal`, `hooks.internal:3000`, `192.0.2.1`, `[fd00::1]:8080` or `10.0.0.0/8`, comma-separated; null of any other text. */
export function readOutboundAllow(text: string): OutboundAllow | null {
  const networks: string[] = []
  const hosts: OutboundAllow['hosts'] = []
  for (const entry of text.split(',').map((each) => each.trim().toLowerCase())) {
    if (entry === '') continue
    if (isNetwork(entry)) networks.push(entry)
    else {
      const host = readHost(isIP(entry) === 6 ? `[${entry}]` : entry)
      if (host === null) return null
      hosts.push(host)
    }
  }
  return { networks, hosts }
}

function isNetwork(entry: string): boolean {
  const [address = '', bits = '', more] = entry.split('/')
  const most = isIPv4(address) ? 32 : 128
  return isIP(address) !== 0 && more === undefined && /^\d{1,3}$/.test(bits) && Number(bits) <= most
}

function readHost(entry: string): { host: string; port: number | null } | null {
  const [, name = '', port] = /^(\[[0-9a-f:.]+\]|[^:/[\]]+)(?::(\d{1,5}))?$/.exec(entry) ?? []
  const isAddress = isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0
  if (!isAddress && !nameForm.test(name)) return null
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return null
  const url = URL.parse(`http://${name}`)
  return url && { host: url.hostname, port: port === undefined ? null : Number(port) }
}
