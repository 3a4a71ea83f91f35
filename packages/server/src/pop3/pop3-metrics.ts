import { showFigure, type Meter } from '../lib/process/meter.ts'

const figures = {
  connections: { name: 'connections', help: 'POP3 connections that are open.' },
  sessions: { name: 'sessions', help: 'POP3 connections that are logged in.' },
  sent: { name: 'mails_sent_total', help: 'Messages that POP3 clients asked for and got.' },
  failedAuths: {
    name: 'failed_auths_total',
    help: 'Attempts to log in by POP3 that failed.',
  },
  turnedAway: { name: 'connections_refused_total', help: 'POP3 connections refused by a limit.' },
}

export type Pop3Stats = Record<keyof typeof figures, number>

/** Metrics of reading by POP3 in this process. */
export function countPop3(meter: Meter, stats: () => Pop3Stats): void {
  for (const [key, { name, help }] of Object.entries(figures)) {
    showFigure(
      meter,
      { name: `mailstop_pop3_${name}`, help },
      () => stats()[key as keyof Pop3Stats],
    )
  }
}
