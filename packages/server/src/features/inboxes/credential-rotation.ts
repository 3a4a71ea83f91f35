import type { Team } from '@mailstop/contract'
import type { UserRequest } from '../../actor.ts'
import type { Database } from '../../db/database.ts'
import { lockTeam } from '../../db/locks.ts'
import type { Permit, Teams } from '../teams/teams.ts'
import type { SmtpCredentials } from './smtp-credentials.ts'

type RotationDeps = {
  db: Database
  credentials: Pick<SmtpCredentials, 'replace'>
  teams: {
    permit: Permit
    get: Teams['get']
  }
}

export function createCredentialRotation({ db, credentials, teams }: RotationDeps) {
  return async function rotate(request: UserRequest<'rotate_credentials'>): Promise<Team> {
    await db.transaction(async (tx, afterCommit) => {
      await lockTeam(tx, request.teamId)
      await teams.permit(tx, request)
      await credentials.replace([tx, afterCommit], request)
    })
    return teams.get(request.actor.userId, request.teamId)
  }
}
