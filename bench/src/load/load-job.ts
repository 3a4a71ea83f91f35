import type { Credentials } from './smtp-session.ts'
import type { Spread } from './draw.ts'

/** What one run of the loader does, and what it says afterwards. Both cross a process boundary. */
export type LoadJob = {
  /** Connections take several servers in turn. */
  port: number | number[]
  /** Each connection uses credentials that are drawn from a list. */
  credentials: Credentials | Credentials[] | null
  /** How they are drawn; without it, the first of them alone. */
  spread?: Spread
  connections: number
  /**
   * `kept-open`: each connection sends mail after mail. `per-mail`: each mail has its own. A number: that many in
   * each.
   */
  mode: LoadMode | number
  seed: number
  /** Mails before this have passed count as sent, but are not measured. */
  warmUpMs: number
  measureMs: number
  /** Stops earlier, after this many mails. */
  mailLimit?: number
  /** A refusal is counted and ends its connection; without this it ends the run. */
  countsRefusals?: boolean
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
  /** What was answered instead of what was expected, and how often. */
  refusals: [string, number][]
}

export type Percentiles = { p50: number; p99: number }

export type LoadAnswer = { ok: true; result: LoadResult } | { ok: false; problem: string }
