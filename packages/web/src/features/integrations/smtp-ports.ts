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

/** Which of the ports are encrypted, and how. */
export function tlsText({ all }: SmtpPorts, selfSigned: boolean): string {
  if (all.every(({ tls }) => tls === 'none')) {
    return 'Without TLS, until the server is started with SMTP_STARTTLS=on or SMTP_TLS_CERT.'
  }
  const kinds = [
    ['Without TLS', 'none'],
    ['STARTTLS', 'starttls'],
    ['TLS from the start', 'implicit'],
  ] as const
  const sentences = kinds.flatMap(([name, kind]) => {
    const ports = all.filter(({ tls }) => tls === kind).map(({ port }) => port)
    return ports.length > 0 ? [`${name}: ${ports.join(', ')}.`] : []
  })
  return [...sentences, ...(selfSigned ? ['The certificate is self-signed.'] : [])].join(' ')
}

function numbersOf(stored: string): number[] {
  return stored
    .split(',')
    .map((port) => port.trim())
    .filter((port) => port !== '')
    .map(Number)
}
