import { isIPv6 } from 'node:net'

/** Where requests may go beyond the public network, by the choice of the operator. */
export type OutboundAllow = {
  /** CIDR ranges, at the usual ports. */
  networks: string[]
  /** Hosts as URLs have them, in lower case; without a port, at the usual ports. */
  hosts: { host: string; port: number | null }[]
}

const hostForm = /^(\[[0-9a-f:.]+\]|[a-z0-9_][a-z0-9._-]{0,252})(?::(\d{1,5}))?$/i

/** `hooks.internal`, `hooks.internal:3000`, `192.0.2.1` or `[fd00::1]:8080`; null of any other text. */
export function readOutboundHost(text: string): OutboundAllow['hosts'][number] | null {
  const [, name, port] = hostForm.exec(isIPv6(text) ? `[${text}]` : text) ?? []
  const url = name === undefined ? null : URL.parse(`http://${name}:${port ?? 80}`)
  if (url === null || port === '0') return null
  return { host: url.hostname.replace(/\.$/, ''), port: port === undefined ? null : Number(port) }
}
