import type { Counters } from '@mailstop/contract'

/** How much mail a team may hold, and when it is full. Pure. */
export type TeamQuota = { mails: number | null; bytes: number | null }

export const noQuota: TeamQuota = { mails: null, bytes: null }

/**
 * What a team holds: its mail and, apart from that, what was deleted and can still be restored. Its bytes
 * are those that `mail-charge.ts` charges.
 */
export type Held = { total: number; bytes: number; trashed: number; trashed_bytes: number }

/** What there is too much of: mails, their bytes or, together with these, what was deleted. */
export type Fullness = 'mails' | 'bytes' | 'deleted'

/**
 * Deleted mail makes room at once, since people delete to make room. But it lies on the disk until it
 * is purged, and can come back: were it not counted at all, filling and deleting in turn would store
 * without end. So a team holds this many times its quota at most, with what was deleted.
 */
const timesWithDeleted = 2

/** Null while there is room for another mail, of whatever size: the last one may pass the bytes. */
export function fullnessOf(quota: TeamQuota, held: Held): Fullness | null {
  const mails = quota.mails ?? Infinity
  const bytes = quota.bytes ?? Infinity
  if (held.total >= mails) return 'mails'
  if (held.bytes >= bytes) return 'bytes'
  const isFilled =
    held.total + held.trashed >= timesWithDeleted * mails ||
    held.bytes + held.trashed_bytes >= timesWithDeleted * bytes
  return isFilled ? 'deleted' : null
}

export const limitsNothing = ({ mails, bytes }: TeamQuota): boolean =>
  mails === null && bytes === null

/** What people are shown of it; null where nothing is limited. */
export function quotaView(quota: TeamQuota, held: Held): Counters['quota'] {
  if (limitsNothing(quota)) return null
  return {
    bytes: held.bytes,
    max_mails: quota.mails,
    max_bytes: quota.bytes,
    full: fullnessOf(quota, held),
  }
}
