import { chargeOf, type Chargeable } from './mail-charge.ts'

/** What mails add to the counters of their teams, which the sidebar shows. Pure. */
export type Counted = Chargeable & {
  team_id: number
  read_at: number | null
  flagged_at: number | null
}

export type AddedCounts = {
  team_id: number
  total: number
  unread: number
  flagged: number
  bytes: number
  /** 1 where a count that people see may change. */
  revision: 0 | 1
  /** Deleted mail that can still be restored, and its bytes: left out where mail is caught. */
  trashed?: number
  trashed_bytes?: number
}

/** `sign` is -1 for mails that go. In the order of teams, so that locks are taken in it. */
export function countsOf(mails: readonly Counted[], sign: 1 | -1 = 1): AddedCounts[] {
  const teams = new Map<number, AddedCounts>()
  for (const mail of mails) {
    const { team_id, read_at, flagged_at } = mail
    const counts = teams.get(team_id) ?? noCounts(team_id)
    teams.set(team_id, counts)
    counts.total += sign
    if (read_at === null) counts.unread += sign
    if (flagged_at !== null) counts.flagged += sign
    counts.bytes += sign * chargeOf(mail)
  }
  return [...teams.values()].toSorted((a, b) => a.team_id - b.team_id)
}

/** The counts of mails that were deleted and can be restored (1), or that were restored (-1). */
export function trashCounts(mails: readonly Counted[], sign: 1 | -1): AddedCounts[] {
  return countsOf(mails, sign === 1 ? -1 : 1).map((team) => ({
    ...team,
    // What leaves the mail of the team is in the trash, and the other way round.
    trashed: -team.total,
    trashed_bytes: -team.bytes,
  }))
}

/** The counts of mails that left the trash for good, which no list shows. */
export function purgeCounts(
  mails: readonly (Chargeable & Pick<Counted, 'team_id'>)[],
): AddedCounts[] {
  const unseen = mails.map((mail) => ({ ...mail, read_at: 0, flagged_at: null }))
  return countsOf(unseen).map(({ team_id, total, bytes }) => ({
    ...noCounts(team_id),
    revision: 0,
    trashed: -total,
    trashed_bytes: -bytes,
  }))
}

/** The counts of mails that were marked, or no longer are (-1). */
export const markCounts = (
  teamId: number,
  mark: 'unread' | 'flagged',
  added: number,
): AddedCounts[] => [{ ...noCounts(teamId), [mark]: added }]

/** A change that no count of the team's shows, but a count of a pin or a tag may. */
export function noCounts(team_id: number): AddedCounts {
  return { team_id, total: 0, unread: 0, flagged: 0, bytes: 0, revision: 1 }
}
