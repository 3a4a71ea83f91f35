import type { Database } from '../../src/db/database.ts'
import { newTeamCode } from '../../src/features/teams/team-code.ts'

/** Inserts a new verified user with a team of theirs; returns the id of the team. `name` keeps users apart. */
export async function insertVerifiedTeam(db: Database, name: string | number): Promise<number> {
  const email = `user-${name}@example.test`
  const { id: ownerId } = await db.sql
    .insertInto('users')
    .values({
      name: `User ${name}`,
      email,
      email_key: email,
      password_hash: 'none',
      email_verified_at: 1,
      created_at: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db.sql
    .insertInto('teams')
    .values({
      name: `Team ${name}`,
      type: 'personal',
      plan: 'free',
      code: newTeamCode(),
      owner_id: ownerId,
      created_at: 1,
      deactivated_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const member = { team_id: id, user_id: ownerId, role: 'owner' as const, created_at: 1 }
  await db.sql.insertInto('team_members').values(member).execute()
  const counters = { team_id: id, total: 0, unread: 0, flagged: 0 }
  await db.sql.insertInto('team_counters').values(counters).execute()
  return id
}
