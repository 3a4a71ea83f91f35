/**
 * What mails add to the counts that are kept of them: those of their team, which the sidebar shows,
 * and those of their block of ids, by which a page is found without walking to it. Pure.
 */
export type Counted = {
  id: number
  team_id: number
  read_at: number | null
  flagged_at: number | null
  /** Bytes of the source. */
  size: number
}

export type MailCounts = {
  teams: TeamCounts[]
  /** Of these mails; whether they were only read or flagged, or no longer are. */
  changes: { team_id: number; mails: number[]; marksOnly: boolean }[]
  blocks: { team_id: number; block: number; total: number; unread: number }[]
}

type TeamCounts = {
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

export const blockSize = 1_024
const blockOf = (id: number) => Math.floor(id / blockSize)

/** `sign` is -1 for mails that go. In the order of teams and blocks, so that locks are taken in it. */
export function countsOf(mails: readonly Counted[], sign: 1 | -1 = 1): MailCounts {
  const teams = new Map<number, MailCounts['teams'][number]>()
  const blocks = new Map<string, MailCounts['blocks'][number]>()
  for (const { id, team_id, read_at, flagged_at, size } of mails) {
    const block = blockOf(id)
    const ofTeam = teams.get(team_id) ?? noCounts(team_id)
    const ofBlock = blocks.get(`${team_id} ${block}`) ?? { team_id, block, total: 0, unread: 0 }
    teams.set(team_id, ofTeam)
    blocks.set(`${team_id} ${block}`, ofBlock)
    for (const counts of [ofTeam, ofBlock]) {
      counts.total += sign
      if (read_at === null) counts.unread += sign
    }
    if (flagged_at !== null) ofTeam.flagged += sign
    ofTeam.bytes += sign * size
  }
  const byTeam = Map.groupBy(mails, (mail) => mail.team_id)
  return {
    teams: [...teams.values()].toSorted((a, b) => a.team_id - b.team_id),
    changes: [...byTeam].map(([team_id, own]) => ({
      team_id,
      mails: own.map(({ id }) => id),
      marksOnly: false,
    })),
    blocks: [...blocks.values()].toSorted((a, b) => a.team_id - b.team_id || a.block - b.block),
  }
}

/** The counts of mails that were deleted and can be restored (1), or that were restored (-1). */
export function trashCounts(mails: readonly Counted[], sign: 1 | -1): MailCounts {
  const counts = countsOf(mails, sign === 1 ? -1 : 1)
  const teams = counts.teams.map((team) => ({
    ...team,
    // What leaves the mail of the team is in the trash, and the other way round.
    trashed: -team.total,
    trashed_bytes: -team.bytes,
  }))
  return { ...counts, teams }
}

/** The counts of mails that were in the trash and are gone, which nobody sees. */
export function purgeCounts(mails: readonly Pick<Counted, 'team_id' | 'size'>[]): MailCounts {
  const byTeam = Map.groupBy(mails, (mail) => mail.team_id)
  const teams = [...byTeam].map(([team_id, own]) => ({
    ...noCounts(team_id),
    revision: 0 as const,
    trashed: -own.length,
    trashed_bytes: -own.reduce((bytes, { size }) => bytes + size, 0),
  }))
  return { teams: teams.toSorted((a, b) => a.team_id - b.team_id), changes: [], blocks: [] }
}

/** The counts of mails that were marked read (-1) or unread (1). */
export function unreadCounts(teamId: number, ids: readonly number[], sign: 1 | -1): MailCounts {
  const unread = ids.map((id) => ({
    id,
    team_id: teamId,
    read_at: null,
    flagged_at: null,
    size: 0,
  }))
  const { teams, blocks, changes } = countsOf(unread, sign)
  return {
    teams: teams.map((counts) => ({ ...counts, total: 0 })),
    blocks: blocks.map((counts) => ({ ...counts, total: 0 })),
    changes: changes.map((change) => ({ ...change, marksOnly: true })),
  }
}

/** The counts of mails that were flagged, or no longer are. */
export function flaggedCounts(teamId: number, ids: readonly number[], sign: 1 | -1): MailCounts {
  return {
    teams: [{ ...noCounts(teamId), flagged: sign * ids.length }],
    changes: [{ team_id: teamId, mails: [...ids], marksOnly: true }],
    blocks: [],
  }
}

function noCounts(team_id: number): TeamCounts {
  return { team_id, total: 0, unread: 0, flagged: 0, bytes: 0, revision: 1 }
}
