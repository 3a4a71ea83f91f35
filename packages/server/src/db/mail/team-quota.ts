/** How much mail a team may hold, and when it is full. Pure: the threads that write mail import it. */
export type TeamQuota = { mails: number | null; bytes: number | null }

export const noQuota: TeamQuota = { mails: null, bytes: null }

/**
 * What a team holds: its mail and, apart from that, what was deleted and can still be restored. Bytes are counted by
 * `mail-charge.ts`.
 */
export type Held = { total: number; bytes: number; trashed: number; trashed_bytes: number }

/** The kind that exceeds a limit: mails, their bytes or, together with these, deleted mail. */
export type Fullness = 'mails' | 'bytes' | 'deleted'

/** Limits of a team's own, which an operator sets. Null: the limit of the server; 0: none. */
export type OwnLimits = { max_mails: number | null; max_bytes: number | null }

export type MailRefusal = 'full' | 'suspended'

export function quotaOf(usual: TeamQuota, own: OwnLimits | null): TeamQuota {
  const limit = (set: number | null | undefined, otherwise: number | null) =>
    set === 0 ? null : (set ?? otherwise)
  return { mails: limit(own?.max_mails, usual.mails), bytes: limit(own?.max_bytes, usual.bytes) }
}

/**
 * Deleted mail makes room at once, since people delete to make room. But it stays on the disk until it
 * is purged, and can come back: were it not counted at all, filling and deleting in turn would store
 * without end. So a team holds this many times its quota at most, with what was deleted.
 */
export const timesWithDeleted = 2

/** The limit that a team exceeds; null when it keeps within its quota. */
function excessOf(quota: TeamQuota, held: Held): Fullness | null {
  const mails = quota.mails ?? Infinity
  const bytes = quota.bytes ?? Infinity
  if (held.total > mails) return 'mails'
  if (held.bytes > bytes) return 'bytes'
  const isBeyond =
    held.total + held.trashed > timesWithDeleted * mails ||
    held.bytes + held.trashed_bytes > timesWithDeleted * bytes
  return isBeyond ? 'deleted' : null
}

export const withMail = (held: Held, charge: number): Held => ({
  ...held,
  total: held.total + 1,
  bytes: held.bytes + charge,
})

/** Null while there is room for another mail of `charge` bytes. */
export const fullnessOf = (quota: TeamQuota, held: Held, charge = 1): Fullness | null =>
  excessOf(quota, withMail(held, charge))

/** The counters of a team after a batch, with its limits. */
export type WrittenTeam = Held & OwnLimits & { team_id: number; deactivated_at: number | null }

/** The teams whose new mail exceeds a limit: their batch is undone. */
export function refusedTeams(usual: TeamQuota, teams: WrittenTeam[]): [number, MailRefusal][] {
  return teams.flatMap((team): [number, MailRefusal][] => {
    if (team.deactivated_at !== null) return [[team.team_id, 'suspended']]
    return excessOf(quotaOf(usual, team), team) === null ? [] : [[team.team_id, 'full']]
  })
}

/** SQL, for both databases, of what `refusedTeams` needs of the row of `team_counters` named `held`. */
export const writtenColumns = (held: string): string =>
  ['team_id', 'total', 'bytes', 'trashed', 'trashed_bytes']
    .map((column) => `${held}.${column}`)
    .concat(
      `(select max_mails from team_limits as own where own.team_id = ${held}.team_id) as max_mails`,
      `(select max_bytes from team_limits as own where own.team_id = ${held}.team_id) as max_bytes`,
      `(select deactivated_at from teams where teams.id = ${held}.team_id) as deactivated_at`,
    )
    .join(', ')
