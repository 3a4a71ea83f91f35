import type { Team } from '@mailstop/contract'
import type { Database, Tx } from '../../db/database.ts'
import type { Asker } from '../../lib/asker.ts'
import type { SmtpCredentials } from './smtp-credentials.ts'

type RotationDeps = {
  db: Database
  credentials: Pick<SmtpCredentials, 'replace'>
  teams: {
    /** Holds the team, and checks that the asker may do this. */
    lockFor: (tx: Tx, asker: Asker, action: 'rotate_credentials') => Promise<unknown>
    get: (asker: Asker) => Promise<Team>
  }
}

/** Replaces a team's credentials when its owner asks for it; returns the team with the new ones. */
export function createCredentialRotation({ db, credentials, teams }: RotationDeps) {
  return async function rotate(asker: Asker): Promise<Team> {
    await db.transaction(async (tx, afterCommit) => {
      await teams.lockFor(tx, asker, 'rotate_credentials')
      await credentials.replace([tx, afterCommit], asker)
    })
    return teams.get(asker)
  }
}
