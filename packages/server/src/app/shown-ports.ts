import type { Config } from '../config/config.ts'
import type { SmtpEndpoint } from '../features/teams/teams.ts'
import type { SmtpPort } from '../lib/network/smtp-ports.ts'

/**
 * The SMTP ports that users are shown: the ports set for it, or else the opened ports of this process. A process that
 * opened none shows the configured ports, as other processes have them.
 */
export function shownPorts(
  config: Config,
  opened: readonly SmtpPort[] | null = null,
): readonly SmtpPort[] {
  const configured = () =>
    config.smtpPorts.filter(({ port }) => port !== 0).map(({ port, tls }) => ({ port, tls }))
  return config.smtpShown ?? opened ?? configured()
}

/** What users are shown of it until the ports of this process are open. */
export const shownEndpoint = (config: Config): SmtpEndpoint => ({
  server: config.smtpHost,
  ports: shownPorts(config),
  pop3: config.pop3Ports.filter(({ port }) => port !== 0),
  selfSigned: config.smtpTls === null,
})
