import type { Config } from './config.ts'

type Opened = { ports: number[]; tlsPorts: number[] }

/**
 * The SMTP ports that users are shown: those that are set for it, or those that this process opened. A process
 * that opened none shows what it is configured with, as the others are.
 */
export function shownPorts(config: Config, opened: Opened | null = null): Opened {
  const plain = opened?.ports ?? config.smtpPorts.filter(Boolean)
  const tls = opened?.tlsPorts ?? config.smtpsPorts.filter(Boolean)
  return {
    ports: config.smtpShown?.ports ?? [...plain, ...tls],
    tlsPorts: config.smtpShown?.tlsPorts ?? tls,
  }
}
