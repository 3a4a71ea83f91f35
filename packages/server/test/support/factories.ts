import type { Database } from '../../src/db/database.ts'
import { insertTeam } from './store-rows.ts'

/** Inserts a new verified user with a team of theirs; returns the id of the team. `name` keeps users apart. */
export async function insertVerifiedTeam(db: Database, name: string | number): Promise<number> {
  const { userId, teamId } = await insertTeam(db, `user-${name}`)
  const verified = db.sql.updateTable('users').set({ email_verified_at: 1 })
  await verified.where('id', '=', userId).execute()
  return teamId
}
