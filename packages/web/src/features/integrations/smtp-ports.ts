/** The ports of a team's server as they are read: a label and a text, and the one to use. */
export type SmtpPorts = { label: 'Port' | 'Ports'; text: string; first: number | null }

/** `stored` is comma-separated. */
export function smtpPorts(stored: string): SmtpPorts {
  const ports = stored
    .split(',')
    .map((port) => port.trim())
    .filter((port) => port !== '')
  return {
    label: ports.length > 1 ? 'Ports' : 'Port',
    text: ports.join(', ') || 'N/A',
    first: ports[0] === undefined ? null : Number(ports[0]),
  }
}
