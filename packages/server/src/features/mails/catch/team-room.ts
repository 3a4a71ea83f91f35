import type { Database } from '../../../db/database.ts'
import {
  fullnessOf,
  quotaOf,
  withMail,
  type MailRefusal,
  type TeamQuota,
} from '../../../db/mail/team-quota.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import { keepNewest } from '../../../lib/shares/newest-kept.ts'
import { readLimited, type Limited } from '../rows/team-limit-store.ts'

type RoomDeps = Pick<FeatureDeps, 'events' | 'now'> & {
  db: Pick<Database, 'ingest'>
  /** The quota of teams without limits of their own. */
  quota: TeamQuota
}

type Charged = { mail: { teamId: number }; charge: number }

/** How long mail may still be refused after another process has made room. */
const rememberedMs = 1_000
const rememberedMost = 10_000

/**
 * Keeps teams within their limits, at no cost for a team that is far from them. The limits hold in the transaction of
 * a batch (`db/mail/team-quota.ts`), which is undone when a team would pass its own. From then on that team is
 * watched: what it holds is read before a batch with its mail is written, so that a full team costs the others no
 * batch that is undone.
 */
export function createTeamRoom({ db, events, quota, now }: RoomDeps) {
  const watched = new Map<number, true>()
  const seen = new Map<number, { why: MailRefusal; at: number }>()
  const forget = ({ teamId }: { teamId: number }) => void seen.delete(teamId)
  events.on('mailDeleted', forget)
  events.on('inboxOutdated', forget)
  events.on('teamOutdated', ({ teamId, part }) => {
    if (part === 'counters' || part === 'team') forget({ teamId })
  })

  /** Why the team got no mail a moment ago: asks no database, so it may be asked of every mail. */
  function refusalOf(teamId: number): MailRefusal | null {
    const last = seen.get(teamId)
    if (last === undefined) return null
    const age = now() - last.at
    if (age >= 0 && age < rememberedMs) return last.why
    seen.delete(teamId)
    return null
  }

  /** Tells the mails that their teams may have from the others, each in the given order. */
  async function share<M extends Charged>(mails: M[]) {
    const teams = new Set(mails.map(({ mail }) => mail.teamId).filter((id) => watched.has(id)))
    const limited = await readLimited(db.ingest, [...teams])
    const fitting: M[] = []
    const beyond: { item: M; why: MailRefusal }[] = []
    for (const item of mails) {
      const { teamId } = item.mail
      const team = limited.get(teamId)
      const why = team ? whyNot(team, item.charge) : null
      if (why !== null) beyond.push({ item, why })
      else fitting.push(item)
      if (team && why === null) limited.set(teamId, { ...team, ...withMail(team, item.charge) })
    }
    for (const [teamId, team] of limited) look(teamId, team)
    return { fitting, beyond }
  }

  function whyNot(team: Limited, charge: number): MailRefusal | null {
    if (team.deactivated_at !== null) return 'suspended'
    return fullnessOf(quotaOf(quota, team), team, charge) === null ? null : 'full'
  }

  /** After a batch was shared out. A team without room for the smallest mail is refused at once. */
  function look(teamId: number, team: Limited): void {
    const why = whyNot(team, 1)
    if (why !== null) keepNewest(seen, teamId, { why, at: now() }, rememberedMost)
    else if (isHalfEmpty(team)) watched.delete(teamId)
  }

  function isHalfEmpty(team: Limited): boolean {
    const twice = { ...team, total: 2 * team.total, bytes: 2 * team.bytes }
    return fullnessOf(quotaOf(quota, team), twice) === null
  }

  return {
    refusalOf,
    isWatching: (mails: Charged[]): boolean =>
      watched.size > 0 && mails.some(({ mail }) => watched.has(mail.teamId)),
    watch(teamIds: Iterable<number>): void {
      for (const teamId of teamIds) keepNewest(watched, teamId, true, rememberedMost)
    },
    share,
  }
}
