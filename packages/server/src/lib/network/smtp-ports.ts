/** How a port is encrypted: never, by a command after the greeting, or from its first byte on. */
export type PortTls = 'none' | 'starttls' | 'implicit'

export type SmtpPort = { port: number; tls: PortTls }

/** `unasked`: a default that was not configured, so the start goes on without it when the port is in use. */
export type WantedPort = SmtpPort & { setting?: PortSetting; unasked?: true }

/** A Unix socket. */
export type WantedSocket = { path: string; tls: PortTls }

export type PortSetting =
  | 'SMTP_PORTS'
  | 'SMTP_STARTTLS_PORTS'
  | 'SMTPS_PORTS'
  | 'POP3_PORTS'
  | 'POP3S_PORTS'

export const numbersWith = (ports: readonly SmtpPort[], tls: PortTls): number[] =>
  ports.filter((one) => one.tls === tls).map(({ port }) => port)
