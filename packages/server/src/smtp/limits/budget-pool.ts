import { createTurns, type Turns } from '../../lib/shares/turns.ts'

/** A part of the byte budget that users share. */
export type Pool = {
  total: number
  perUser: number
  used: number
  /** Users who wait, the next one first. */
  turns: Set<Part>
  /** Waiting users who may hold more; the others wait until they release bytes themselves. */
  open: Set<Part>
}

/** The part of a pool that one user holds. */
export type Part = { pool: Pool; used: number; waiting: Turns<Holder> }

export type User = { name: string; shares: number; small: Part; large: Part }

/** One mail. */
export type Holder = {
  user: User
  /** A user's accounts take turns, so it names the account. */
  path: readonly [number]
  part: Part | null
  /** Reserved; always at least the content, once there is a part. */
  bytes: number
  content: number
  /** The content at the begin of the check for slow mails; -1 when the mail held nothing then, or waited. */
  mark: number
  waitsIn: Part | null
  ready: (() => void) | null
  letGo: () => void
}

export const createPool = (total: number, parts: number): Pool => ({
  total,
  perUser: total / parts,
  used: 0,
  turns: new Set(),
  open: new Set(),
})

export const partOf = (pool: Pool): Part => ({ pool, used: 0, waiting: createTurns() })
