import type { Team } from '@mailstop/contract'
import type { PortTls } from './credentials.ts'

export type SmtpPort = { port: number; tls: PortTls }

/** The ports of a team's server: how they are read, and each by itself, the one to use first. */
export type SmtpPorts = { label: 'Port' | 'Ports'; text: string; all: SmtpPort[] }

type StoredPorts = Pick<Team, 'smtp_ports' | 'smtp_starttls_ports' | 'smtps_ports'>

/** Each is comma-separated. */
export function smtpPorts(team: StoredPorts): SmtpPorts {
  const ports = numbersOf(team.smtp_ports)
  const withStarttls = new Set(numbersOf(team.smtp_starttls_ports))
  const withTlsFirst = new Set(numbersOf(team.smtps_ports))
  const tlsOf = (port: number): PortTls => {
    if (withTlsFirst.has(port)) return 'implicit'
    return withStarttls.has(port) ? 'starttls' : 'none'
  }
  return {
    label: ports.length > 1 ? 'Ports' : 'Port',
    text: ports.join(', ') || 'N/A',
    all: ports.map((port) => ({ port, tls: tlsOf(port) })),
  }
}

function numbersOf(stored: string): number[] {
  return stored
    .split(',')
    .map((port) => port.trim())
    .filter((port) => port !== '')
    .map(Number)
}
