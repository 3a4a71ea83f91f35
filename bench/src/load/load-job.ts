import type { Credentials } from './smtp-session.ts'

/** What one run of the loader does, and what it says afterwards. Both cross a process boundary. */
export type LoadJob = {
  /** Several servers are used in turn, so that each has its share of the connections. */
  port: number | number[]
  /** A list has the credentials of each server. */
  credentials: Credentials | Credentials[] | null
  connections: number
  /**
   * `kept-open`: each connection sends mail after mail. `per-mail`: each mail has its own.
   * `commands`: each connection sends NOOP after NOOP, which count as mails.
   */
  mode: LoadMode | 'commands'
  startTls?: boolean
  /** MAIL, RCPT and DATA go out together. */
  pipelining?: boolean
  seed: number
  /** Mails before this have passed count as sent, but are not measured. */
  warmUpMs: number
  measureMs: number
  /** Stops earlier, after this many mails. */
  mailLimit?: number
}

export type LoadMode = 'kept-open' | 'per-mail'

export type LoadResult = {
  /** Mails answered with 250, also during the warm-up. */
  accepted: number
  mailsPerSecond: number
  /** From the last byte of DATA written to its 250. */
  dataMs: Percentiles
  /** Times from connecting to the 250; only where each mail has its own connection. */
  wholeMs: Percentiles | null
  /** The share of the time that the loader itself was computing; near 1 it was the limit. */
  loaderBusy: number
}

export type Percentiles = { p50: number; p99: number }

export type LoadAnswer = { ok: true; result: LoadResult } | { ok: false; problem: string }
