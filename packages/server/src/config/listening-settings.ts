import type { PortSetting, PortTls, SmtpPort, WantedPort } from '../lib/network/smtp-ports.ts'
import type { ConfigValues, ServeMode } from './config-variables.ts'

type Values = Partial<ConfigValues>

/** Ports and Unix sockets, with what encrypts them. */
export function listeningOf(values: ConfigValues, mode: ServeMode) {
  const shown = shownPortsOf(values)
  const tls = tlsForAll(values)
  return {
    /** 0 where HTTP listens on a Unix socket. */
    httpPort: typeof values.HTTP_PORT === 'number' ? values.HTTP_PORT : 0,
    /** The path of the Unix socket on which HTTP listens; null: it has a port. */
    httpSocket: typeof values.HTTP_PORT === 'number' ? null : values.HTTP_PORT,
    /** Files with a certificate and its key for HTTPS; null: HTTP is not encrypted here. */
    httpTls: filesOf(values.HTTP_TLS_CERT, values.HTTP_TLS_KEY),
    smtpPorts: listenedPorts(values, mode),
    /** Unix sockets that take mail. */
    smtpSockets: values.SMTP_PORTS.filter(isPath).map((path) => ({ path, tls })),
    /** Where mail clients read an inbox; none: they cannot. */
    pop3Ports: [
      ...portsOf('POP3_PORTS', tls, values),
      ...portsOf('POP3S_PORTS', 'implicit', values),
    ],
    /** The ports that users are shown; null: the ports that are listened on. */
    smtpShown: shown.length > 0 ? shown : null,
    /** Files with a certificate and its key for TLS of SMTP and POP3; null: self-made in the data folder. */
    smtpTls: filesOf(values.SMTP_TLS_CERT, values.SMTP_TLS_KEY),
  }
}

/** What each variable of these allows but their combination does not. */
export function problemsOfListening(values: Values): string[] {
  const problems: string[] = []
  for (const server of ['HTTP', 'SMTP'] as const) {
    if (!values[`${server}_TLS_CERT`] !== !values[`${server}_TLS_KEY`]) {
      problems.push(`${server}_TLS_CERT and ${server}_TLS_KEY must be set together`)
    }
  }
  if (values.HTTP_TLS_CERT && values.PUBLIC_URL?.startsWith('http:')) {
    problems.push('PUBLIC_URL must begin with https: when HTTP_TLS_CERT is set')
  }
  if (values.HTTP_TLS_CERT && typeof values.HTTP_PORT === 'string') {
    problems.push('HTTP_TLS_CERT must not be set when HTTP_PORT is a Unix socket')
  }
  if (values.SMTP_REQUIRE_TLS === 'on' && values.SMTP_STARTTLS === 'off') {
    problems.push('SMTP_STARTTLS must not be off when SMTP_REQUIRE_TLS is on')
  }
  const starttls = values.SMTP_STARTTLS_PORTS ?? []
  const taken = [...withoutStarttls(values), ...starttls].filter((each) => each !== 0)
  if (new Set(taken).size !== taken.length) {
    problems.push(
      'HTTP_PORT, SMTP_PORTS, SMTP_STARTTLS_PORTS, SMTPS_PORTS, POP3_PORTS and POP3S_PORTS must not share a port',
    )
  }
  const shown = shownPortsOf(values)
  if (new Set(shown.map(({ port }) => port)).size !== shown.length) {
    problems.push(
      'SMTP_SHOWN_PORTS, SMTP_STARTTLS_SHOWN_PORTS and SMTPS_SHOWN_PORTS must not share a port',
    )
  }
  return problems
}

const isPath = (where: number | string): where is string => typeof where === 'string'

const filesOf = (certFile: string | undefined, keyFile: string | undefined) =>
  certFile && keyFile ? { certFile, keyFile } : null

const withoutStarttls = (values: Values): (number | string)[] => [
  ...(values.HTTP_PORT === undefined ? [] : [values.HTTP_PORT]),
  ...(values.SMTP_PORTS ?? []),
  ...(values.SMTPS_PORTS ?? []),
  ...(values.POP3_PORTS ?? []),
  ...(values.POP3S_PORTS ?? []),
]

/**
 * How SMTP_PORTS get encrypted. Many libraries use STARTTLS whenever a server offers it, and refuse a certificate
 * that they cannot verify: so it is offered to all only with one that the operator chose.
 */
function tlsForAll(values: Values): PortTls {
  const isWanted = Boolean(values.SMTP_TLS_CERT) || values.SMTP_REQUIRE_TLS === 'on'
  return (values.SMTP_STARTTLS ?? (isWanted ? 'on' : 'off')) === 'on' ? 'starttls' : 'none'
}

const portsWith = (tls: PortTls, numbers: readonly number[] = []): SmtpPort[] =>
  numbers.map((port) => ({ port, tls }))

function portsOf(setting: PortSetting, tls: PortTls, values: Values): WantedPort[] {
  const all: readonly (number | string)[] = values[setting] ?? []
  const numbers = all.filter((where) => typeof where === 'number')
  return portsWith(tls, numbers).map((port) => ({ ...port, setting }))
}

const usualStarttlsPort = 2587

/** With accounts there is one for apps that want STARTTLS, even where none was configured. */
function starttlsPorts(values: ConfigValues, mode: ServeMode): WantedPort[] {
  const setting = 'SMTP_STARTTLS_PORTS'
  if (values[setting]) return portsOf(setting, 'starttls', values)
  // Who takes mail by Unix sockets alone wants no port.
  if (mode !== 'accounts' || values.SMTP_PORTS.every(isPath)) return []
  // Who takes any free port for apps takes any for this one too.
  const port = values.SMTP_PORTS.every((named) => isPath(named) || named === 0)
    ? 0
    : usualStarttlsPort
  const isNamed = port !== 0 && withoutStarttls(values).includes(port)
  return isNamed ? [] : [{ port, tls: 'starttls', setting, unasked: true }]
}

/** The first one is for all apps. */
const listenedPorts = (values: ConfigValues, mode: ServeMode): WantedPort[] => [
  ...portsOf('SMTP_PORTS', tlsForAll(values), values),
  ...starttlsPorts(values, mode),
  ...portsOf('SMTPS_PORTS', 'implicit', values),
]

const shownPortsOf = (values: Values): SmtpPort[] => [
  ...portsWith(tlsForAll(values), values.SMTP_SHOWN_PORTS),
  ...portsWith('starttls', values.SMTP_STARTTLS_SHOWN_PORTS),
  ...portsWith('implicit', values.SMTPS_SHOWN_PORTS),
]
