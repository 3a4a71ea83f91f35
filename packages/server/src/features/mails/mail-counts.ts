/**
 * What mails add to the counts that are kept of them: those of their team, which the sidebar shows,
 * and those of their block of ids, by which a page is found without walking to it. Pure.
 */
export type Counted = {
  id: number
  team_id: number
  read_at: number | null
  flagged_at: number | null
}

export type MailCounts = {
  /** Each of them is one change more. */
  teams: { team_id: number; total: number; unread: number; flagged: number; revision: 1 }[]
  /** Of these mails; whether they were only read or flagged, or no longer are. */
  changes: { team_id: number; mails: number[]; marksOnly: boolean }[]
  blocks: { team_id: number; block: number; total: number; unread: number }[]
}

export const blockSize = 1_024
const blockOf = (id: number) => Math.floor(id / blockSize)

/** `sign` is -1 for mails that go. In the order of teams and blocks, so that locks are taken in it. */
export function countsOf(mails: readonly Counted[], sign: 1 | -1 = 1): MailCounts {
  const teams = new Map<number, MailCounts['teams'][number]>()
  const blocks = new Map<string, MailCounts['blocks'][number]>()
  for (const { id, team_id, read_at, flagged_at } of mails) {
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

/** The counts of mails that were marked read (-1) or unread (1). */
export function unreadCounts(teamId: number, ids: readonly number[], sign: 1 | -1): MailCounts {
  const unread = ids.map((id) => ({ id, team_id: teamId, read_at: null, flagged_at: null }))
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

function noCounts(team_id: number): MailCounts['teams'][number] {
  return { team_id, total: 0, unread: 0, flagged: 0, revision: 1 }
}
