import { userIdOf, type TeamRequest } from '../../../actor.ts'
import type { Tx } from '../../../db/database.ts'
import { lockTeam } from '../../../db/locks.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import type { Permit } from '../../teams/teams.ts'
import { createChangeTurns } from './change-turns.ts'

export type TagChangeDeps = Pick<FeatureDeps, 'db' | 'events' | 'now'> & { permit: Permit }

/**
 * Changes what a team knows of its tags beside its mail: rules and colors. The lock makes concurrent requests count
 * each other's.
 */
export function createTeamTagChanges({ db, events, permit }: TagChangeDeps) {
  const inTurn = createChangeTurns()
  return async <Result>(
    request: TeamRequest<'change_mail'>,
    work: (tx: Tx) => Promise<Result>,
  ): Promise<Result> => {
    const { actor, teamId } = request
    await permit(db.sql, request)
    return inTurn(() =>
      db.transaction(async (tx, afterCommit) => {
        await lockTeam(tx, teamId)
        await permit(tx, request)
        afterCommit(() => {
          events.emit('tagRulesChanged', { teamId })
          events.emit('teamOutdated', { teamId, userId: userIdOf(actor), part: 'tags' })
        })
        return work(tx)
      }),
    )
  }
}
