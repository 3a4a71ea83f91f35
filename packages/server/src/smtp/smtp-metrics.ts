import { showFigures, type Meter } from '../lib/process/meter.ts'

const figures = {
  connections: { name: 'connections', help: 'SMTP connections that are open.' },
  bytesInFlight: {
    name: 'content_bytes',
    help: 'Bytes of content in memory, of messages that are arriving or being stored.',
  },
  accepted: { name: 'mails_total', help: 'Messages that were answered with 250.' },
  acceptedBytes: { name: 'mail_bytes_total', help: 'Bytes of the messages answered with 250.' },
  notStored: {
    name: 'mails_not_stored_total',
    help: 'Messages that arrived whole and were refused.',
  },
  failedAuths: { name: 'failed_auths_total', help: 'Attempts to log in by SMTP that failed.' },
  noProxyHeader: {
    name: 'proxy_headers_refused_total',
    help: 'Connections of SMTP_PROXIES without a valid header of the PROXY protocol.',
  },
  turnedAway: { name: 'connections_refused_total', help: 'Connections refused by a limit.' },
}

/** The time from the last byte of a mail to its 250. */
export function timeCatching(meter: Meter): (ms: number) => void {
  const histogram = new meter.Histogram({
    name: 'mailstop_smtp_catch_seconds',
    help: 'Time from the last byte of a message to its 250.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [meter.registry],
  })
  return (ms) => histogram.observe(ms / 1_000)
}

/** Metrics of catching mail in this process. */
export const countSmtp = (meter: Meter, stats: () => Record<keyof typeof figures, number>): void =>
  showFigures(meter, 'mailstop_smtp_', figures, stats)
