import type { Tx, Work } from '../../../db/database.ts'
import type { OwnLimits } from '../../../db/mail/team-quota.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import { holdCounters } from '../rows/mail-count-store.ts'
import { writeOwnLimits } from '../rows/team-limit-store.ts'

export function createTeamLimits({ events }: Pick<FeatureDeps, 'events'>) {
  /** No mail of the team is written from then on until the transaction ends. */
  const holdMail = (tx: Tx, teamId: number) => holdCounters(tx, teamId)

  /** Sets limits for an operator, in a transaction that holds the team. */
  async function setLimits(
    [tx, afterCommit]: Work,
    teamId: number,
    limits: OwnLimits,
  ): Promise<void> {
    await holdMail(tx, teamId)
    await writeOwnLimits(tx, teamId, limits)
    afterCommit(() => events.emit('teamOutdated', { teamId, userId: null, part: 'counters' }))
  }

  return { holdMail, setLimits }
}
