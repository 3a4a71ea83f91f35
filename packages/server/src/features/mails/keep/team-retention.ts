import type { Retention } from '@mailstop/contract'
import type { TeamRequest } from '../../../actor.ts'
import { lockTeam } from '../../../db/locks.ts'
import { invalid } from '../../../errors.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import type { Permit } from '../../teams/teams.ts'
import { readRetention, writeRetention, type OwnRetention } from '../rows/team-limit-store.ts'

/** How long and how much mail is kept; null sets no limit. */
export type Kept = { days: number | null; mails: number | null }

/** A team keeps what it wants to, and never more than the server keeps. */
export function keptOf(most: Kept, own: OwnRetention): Kept {
  const least = (a: number | null, b: number | null) =>
    a === null || b === null ? (a ?? b) : Math.min(a, b)
  return {
    days: least(most.days, own.retention_days),
    mails: least(most.mails, own.retention_mails),
  }
}

type RetentionDeps = Pick<FeatureDeps, 'db'> & {
  permit: Permit
  /** What the server keeps at most. */
  most: Kept
}

/** How long a team keeps its mail, which its owner chooses; `mail-retention.ts` deletes the rest. */
export function createTeamRetention({ db, permit, most }: RetentionDeps) {
  const view = ({ retention_days, retention_mails }: OwnRetention): Retention => ({
    days: retention_days,
    mails: retention_mails,
    most_days: most.days,
    most_mails: most.mails,
  })

  async function get(request: TeamRequest<'read_team'>): Promise<Retention> {
    const [own] = await Promise.all([
      readRetention(db.sql, request.teamId),
      permit(db.sql, request),
    ])
    return view(own)
  }

  async function set(
    request: TeamRequest<'set_retention'>,
    { days, mails }: Kept,
  ): Promise<Retention> {
    const tooMany = (field: string, most: number) => ({
      [field]: [`The operator of this server keeps ${most.toLocaleString('en')} at most.`],
    })
    const problems = {
      ...(days !== null && most.days !== null && days > most.days && tooMany('days', most.days)),
      ...(mails !== null &&
        most.mails !== null &&
        mails > most.mails &&
        tooMany('mails', most.mails)),
    }
    if (Object.keys(problems).length > 0) throw invalid(problems)
    const own = { retention_days: days, retention_mails: mails }
    await db.transaction(async (tx) => {
      await lockTeam(tx, request.teamId)
      await permit(tx, request)
      await writeRetention(tx, request.teamId, own)
    })
    return view(own)
  }

  return { get, set }
}
