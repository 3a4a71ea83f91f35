import { limits, type Counters } from '@mailstop/contract'
import { inboxOf, keepsToInbox, type TeamRequest } from '../../../actor.ts'
import {
  fullnessOf,
  noQuota,
  quotaOf,
  type Held,
  type TeamQuota,
} from '../../../db/mail/team-quota.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import type { Permit } from '../../teams/teams.ts'
import { inReach, joined, type MailSearch } from '../find/mail-condition.ts'
import { askedPin, type PinnedQuery } from '../find/mail-selection.ts'
import { countFound, countUnreadFound } from '../find/search-store.ts'
import { countedInboxes, inboxCounts } from '../rows/inbox-store.ts'
import { readCounters, type TeamCounts } from '../rows/mail-count-store.ts'
import { readOwnLimits } from '../rows/team-limit-store.ts'
import { createUnreadCounts } from './unread-counts.ts'

export type CounterDeps = Pick<FeatureDeps, 'db' | 'now'> & { permit: Permit; quota?: TeamQuota }

export function createTeamCounters({ db, permit, quota = noQuota, now }: CounterDeps) {
  const unreadOf = createUnreadCounts({ db, now })

  async function counters(request: TeamRequest<'read_mail'>): Promise<Omit<Counters, 'pinned'>> {
    const [held, own, inboxes] = await Promise.all([
      readCounters(db.sql, request.teamId),
      readOwnLimits(db.sql, request.teamId),
      countedInboxes(db.sql, request.teamId),
      permit(db.sql, request),
    ])
    const { total, unread, flagged } = held
    return { total, unread, flagged, quota: quotaView(quotaOf(quota, own), held), inboxes }
  }

  /** How many are unread among the newest mails that each pinned query selects. */
  async function countUnread(
    request: TeamRequest<'read_mail'>,
    pinned: PinnedQuery[],
    timeZone?: string,
  ): Promise<number[]> {
    await permit(db.sql, request)
    return unreadOf(
      request.teamId,
      pinned.map((pin) => askedPin(pin, timeZone)),
    )
  }

  /** The bytes of one inbox are not counted. */
  async function teamCounts(
    request: TeamRequest<'read_mail'>,
  ): Promise<Pick<TeamCounts, 'total' | 'unread' | 'bytes' | 'revision'>> {
    await permit(db.sql, request, keepsToInbox)
    const { teamId } = request
    const inbox = inboxOf(request)
    const counts = await readCounters(db.sql, teamId)
    if (inbox === null) return counts
    const { total = 0, unread = 0 } = (await inboxCounts(db.sql, teamId)).get(inbox) ?? {}
    return { total, unread, bytes: 0, revision: counts.revision }
  }

  /** Exact up to `limits.matchesCounted`. */
  async function countOf(request: TeamRequest<'read_mail'>, asked: MailSearch) {
    await permit(db.sql, request, keepsToInbox)
    const search = joined('all', [inReach(inboxOf(request)), asked]) ?? asked
    const scope = { ...db, teamId: request.teamId }
    const limit = { limit: limits.matchesCounted }
    const [total, unread] = await Promise.all([
      countFound(scope, search, limit),
      countUnreadFound(scope, search, limit),
    ])
    return { total, unread }
  }

  /** How much mail each inbox has; the caller has checked who asks. */
  const ofInboxes = (teamId: number) => inboxCounts(db.sql, teamId)

  return { counters, countUnread, teamCounts, countOf, ofInboxes }
}

/**
 * Where less than this is left of the bytes, most mail is refused: members then see a full inbox, though
 * a smaller mail may still be caught.
 */
const usualMail = (bytes: number) => Math.min(64 * 1024, Math.ceil(bytes / 100))

/** What members are shown of the quota; null where nothing is limited. */
export function quotaView(quota: TeamQuota, held: Held): Counters['quota'] {
  if (quota.mails === null && quota.bytes === null) return null
  return {
    bytes: held.bytes,
    max_mails: quota.mails,
    max_bytes: quota.bytes,
    full: fullnessOf(quota, held, usualMail(quota.bytes ?? 0)),
  }
}
