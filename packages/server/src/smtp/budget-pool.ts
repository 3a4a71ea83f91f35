/** A part of the byte budget that accounts share. */
export type Pool = {
  total: number
  perAccount: number
  used: number
  /** Accounts that wait, the next one first. */
  turns: Set<Part>
  /** The waiting accounts that may hold more; the others wait until they release bytes themselves. */
  open: Set<Part>
}

/** The part of a pool that one account holds. */
export type Part = { pool: Pool; used: number; waiting: Set<Holder> }

export type Account = { id: number; shares: number; small: Part; large: Part }

/** One mail. */
export type Holder = {
  account: Account
  part: Part | null
  /** Reserved; always at least the content, once there is a part. */
  bytes: number
  content: number
  /** The content when the check for slow mails began; -1 when the mail held nothing then, or waited. */
  mark: number
  waitsIn: Part | null
  ready: (() => void) | null
  letGo: () => void
}

export const createPool = (total: number, parts: number): Pool => ({
  total,
  perAccount: total / parts,
  used: 0,
  turns: new Set(),
  open: new Set(),
})

export const partOf = (pool: Pool): Part => ({ pool, used: 0, waiting: new Set() })

export function firstOf<T>(all: Set<T>): T | undefined {
  const [first] = all
  return first
}
