import type { Database } from '../../src/db/database.ts'
import type { RegistrationMode } from '../../src/features/accounts/account-rules.ts'
import { accountsOn } from './accounts-on.ts'

export const password = 'correct horse'

/** Accounts, teams and invitations on a database, with people who are signed up and verified. */
export function teamsOn(
  db: Database,
  registration: RegistrationMode = 'open',
  instead: Parameters<typeof accountsOn>[2] = {},
) {
  const parts = accountsOn(db, registration, instead)
  const { accounts, teams, events } = parts
  const emitted: [string, object][] = []
  for (const name of [
    'membershipEnded',
    'credentialsEnded',
    'tokenEnded',
    'teamOutdated',
    'teamDeleted',
  ] as const) {
    events.on(name, (event) => emitted.push([name, event]))
  }

  async function person(name: string) {
    const email = `${name}@example.com`
    const { userId } = await accounts.provide({ name, email, password })
    const sessionId = `of ${name}`
    await db.sql
      .insertInto('sessions')
      .values({
        id: sessionId,
        user_id: userId,
        created_at: 1,
        seen_at: 1,
        expires_at: Number.MAX_SAFE_INTEGER,
        user_agent: '',
        remote_address: '',
      })
      .execute()
    return { kind: 'user' as const, userId, sessionId, verified: true, email }
  }

  /** A shared team of these people, the first of them its owner. */
  async function team(owner: { userId: number }, ...members: { userId: number }[]) {
    const { id } = await teams.create(owner.userId, 'Rocket Labs')
    for (const { userId } of members) {
      await db.transaction((...work) =>
        teams.join(work, { userId, teamId: id }, () => Promise.resolve(true)),
      )
    }
    emitted.length = 0
    return id
  }

  return { ...parts, emitted, person, team }
}
