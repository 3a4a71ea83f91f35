import type { PortTls } from './credentials.ts'

export type SmtpPort = { port: number; tls: PortTls }

/** The ports of a team's server: how they are read, and each by itself, the one to use first. */
export type SmtpPorts = { label: 'Port' | 'Ports'; text: string; all: SmtpPort[] }

/** Both are comma-separated; `tlsStored` names those of `stored` on which TLS comes first. */
export function smtpPorts(stored: string, tlsStored: string): SmtpPorts {
  const ports = numbersOf(stored)
  const withTlsFirst = new Set(numbersOf(tlsStored))
  return {
    label: ports.length > 1 ? 'Ports' : 'Port',
    text: ports.join(', ') || 'N/A',
    all: ports.map((port) => ({ port, tls: withTlsFirst.has(port) ? 'implicit' : 'starttls' })),
  }
}

function numbersOf(stored: string): number[] {
  return stored
    .split(',')
    .map((port) => port.trim())
    .filter((port) => port !== '')
    .map(Number)
}
