import type { Config } from '../config/config.ts'
import type { SmtpPort } from '../lib/network/smtp-ports.ts'

/**
 * The SMTP ports that users are shown: those that are set for it, or those that this process opened. A process
 * that opened none shows what it is configured with, as the others are.
 */
export function shownPorts(
  config: Config,
  opened: readonly SmtpPort[] | null = null,
): readonly SmtpPort[] {
  const configured = () =>
    config.smtpPorts.filter(({ port }) => port !== 0).map(({ port, tls }) => ({ port, tls }))
  return config.smtpShown ?? opened ?? configured()
}
