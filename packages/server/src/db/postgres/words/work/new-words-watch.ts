import { isEnough, mostRows, type NewSize, type Size } from './index-sizes.ts'

/** Ids that were taken and not seen: of batches that are not committed yet, or never will be. Some minutes of them. */
const mostMissing = 10_000
const missingForMs = 60_000

/**
 * Knows how much new mail each team has, so that it is not counted repeatedly. Teams that have enough take turns. Ids
 * of `new_words` are given one after the other, and become visible in any order.
 */
export function createNewWordsWatch(now: () => number) {
  const sizes = new Map<number, NewSize>()
  /** Teams in the order of their turns. */
  const due = new Set<number>()
  /** Since when there is enough of a team, or an index of it was made last; also where making one failed. */
  const since = new Map<number, number>()
  /** Teams that have little mail in many rows. */
  const withManyRows = new Set<number>()
  const missing = new Map<number, number>()
  let last = 0

  function set(teamId: number, size: NewSize): void {
    if (size.mails <= 0) sizes.delete(teamId)
    else sizes.set(teamId, size)
    if (!isEnough(size)) due.delete(teamId)
    else due.add(teamId)
    if (!isEnough(size)) since.delete(teamId)
    else if (!since.has(teamId)) since.set(teamId, now())
    if (isEnough(size) || size.rows <= mostRows) withManyRows.delete(teamId)
    else withManyRows.add(teamId)
  }

  function add(teamId: number, { mails, bytes, rows }: NewSize): void {
    const before = sizes.get(teamId)
    if (mails < 0) since.delete(teamId)
    set(teamId, {
      mails: (before?.mails ?? 0) + mails,
      bytes: Math.max(0, (before?.bytes ?? 0) + bytes),
      rows: Math.max(0, (before?.rows ?? 0) + rows),
    })
  }

  return {
    /** All that there is up to an id. */
    begin(upTo: number, teams: readonly (NewSize & { team_id: number })[]): void {
      for (const known of [sizes, due, withManyRows, missing]) known.clear()
      last = upTo
      for (const { team_id, ...size } of teams) set(team_id, size)
      for (const teamId of since.keys()) if (!sizes.has(teamId)) since.delete(teamId)
    },

    /** What to look for next. */
    wanted: () => ({ after: last, missing: [...missing.keys()] }),

    /** What was found of that, up to an id that was given already. */
    found(upTo: number, rows: readonly (Size & { id: number; team_id: number })[]): void {
      const ids = new Set(rows.map(({ id }) => id))
      for (const [id, since] of missing) {
        if (ids.has(id) || since < now() - missingForMs) missing.delete(id)
      }
      for (let id = Math.max(last, upTo - mostMissing) + 1; id <= upTo; id += 1) {
        if (!ids.has(id)) missing.set(id, now())
      }
      for (const id of missing.keys()) if (missing.size > mostMissing) missing.delete(id)
      last = Math.max(last, upTo)
      for (const { team_id, mails, bytes } of rows) add(team_id, { mails, bytes, rows: 1 })
    },

    /** The team whose turn it is; its next turn comes when `set` or `add` says that there is enough again. */
    next(): number | undefined {
      const [teamId] = due
      if (teamId !== undefined) due.delete(teamId)
      return teamId
    },

    /** Returns the next team, as `next`, whose rows are to become few. */
    nextWithManyRows(): number | undefined {
      const [teamId] = withManyRows
      if (teamId !== undefined) withManyRows.delete(teamId)
      return teamId
    },

    set,
    add,

    /** Counts the mails of teams that have enough. */
    waiting: (): number =>
      [...since.keys()].reduce((sum, team) => sum + (sizes.get(team)?.mails ?? 0), 0),
    /** Returns when the first of these teams began to wait. */
    waitingSince: (): number | null => (since.size > 0 ? Math.min(...since.values()) : null),
  }
}
