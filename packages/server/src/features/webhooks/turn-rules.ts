/** A webhook for which something waits. */
export type Turn = {
  id: number
  owner: number
  workedAt: number
  /** It is sent nothing before. */
  nextAt: number
  claimedUntil: number
  /** When the first of what waits is due. */
  due: number
  /** The last turn of any webhook of the owner for which something waits. */
  ownerWorkedAt: number
}

/** Requests of one process at a time. */
const lanes = 16
/** However many webhooks and teams somebody owns, slow receivers hold up no more of them. */
const lanesOfOwner = 2

const readyAt = ({ nextAt, claimedUntil, due }: Turn) => Math.max(nextAt, claimedUntil, due)

/** Which webhooks are next, by people first: those whose turn was longest ago. And when another one is. */
export function pickTurns(
  turns: readonly Turn[],
  running: ReadonlyMap<number, Pick<Turn, 'owner'>>,
  now: number,
): { picked: Turn[]; nextAt: number | null } {
  const busy = new Map<number, number>()
  const count = (owner: number) => busy.set(owner, (busy.get(owner) ?? 0) + 1)
  for (const { owner } of running.values()) count(owner)
  const waiting = turns.filter(({ id }) => !running.has(id))
  const [ready, later] = [
    waiting.filter((turn) => readyAt(turn) <= now),
    waiting.filter((turn) => readyAt(turn) > now),
  ]
  const inOrder = ready.toSorted(
    (one, other) =>
      one.ownerWorkedAt - other.ownerWorkedAt || one.workedAt - other.workedAt || one.id - other.id,
  )
  const picked = inOrder.filter(
    ({ owner }) => (busy.get(owner) ?? 0) < lanesOfOwner && count(owner),
  )
  return {
    picked: picked.slice(0, Math.max(0, lanes - running.size)),
    nextAt: later.length === 0 ? null : Math.min(...later.map(readyAt)),
  }
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** The time between one attempt and the next. */
const waits = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hourMs),
]
/** So much longer than that at most, so that what failed together does not come together. */
const jitter = 0.1

/** When to try again after so many attempts; null: never. */
export function nextAttemptAt(attempts: number, now: number, random: number): number | null {
  const wait = waits[attempts - 1]
  return wait === undefined ? null : Math.round(now + wait * (1 + jitter * random))
}

/** A receiver that fails again and again is asked less often, however much waits for it. */
export const pauseAfter = (failures: number): number =>
  Math.min(1_000 * 2 ** Math.min(failures - 1, 10), minuteMs)

/** A webhook that did nothing but fail for so long is switched off. */
export const failsForMs = 5 * 24 * hourMs

/** Chats are sent one message in this time. */
export const chatPauseMs = 1_000
