import { pino } from 'pino'
import { openDatabase } from '../../src/db/open-database.ts'
import { newSmtpCredentials, sealPassword } from '../../src/features/inboxes/credential-secrets.ts'
import { newTeamCode } from '../../src/lib/team-code.ts'
import { deriveKey } from '../../src/lib/secrets/app-key.ts'
import { insertVerifiedTeam } from '../support/factories.ts'

/**
 * Brings an empty Postgres up to date and adds so many teams of one account, with credentials that a server with this
 * key accepts. Says the usernames and passwords, and ends.
 */
type Wanted = { databaseUrl: string; appKey: string; teams: number }

const atOnce = 1_000

const { databaseUrl, appKey, teams } = JSON.parse(process.argv[2] ?? '{}') as Wanted
const sealKey = deriveKey(Buffer.from(appKey, 'base64'), 'seal')
const db = await openDatabase({ dataDir: '', databaseUrl, log: pino({ level: 'silent' }) })
await insertVerifiedTeam(db, 'owner')
const { id: owner } = await db.sql.selectFrom('users').select('id').executeTakeFirstOrThrow()
const made = []
while (made.length < teams) made.push(...(await addTeams(Math.min(atOnce, teams - made.length))))
await db.close()
process.send?.({ credentials: made }, undefined, {}, () => process.disconnect())

async function addTeams(count: number) {
  const credentials = Array.from({ length: count }, newSmtpCredentials)
  await db.transaction(async (tx) => {
    const rows = credentials.map((_, index) => ({
      name: `Team ${made.length + index}`,
      type: 'shared' as const,
      plan: 'free',
      code: newTeamCode(),
      owner_id: owner,
      created_at: 1,
      deactivated_at: null,
    }))
    const ids = await tx.insertInto('teams').values(rows).returning('id').execute()
    const owning = { user_id: owner, role: 'owner' as const, created_at: 1 }
    const members = ids.map(({ id }) => ({ team_id: id, ...owning }))
    await tx.insertInto('team_members').values(members).execute()
    const counters = ids.map(({ id }) => ({ team_id: id, total: 0, unread: 0, flagged: 0 }))
    await tx.insertInto('team_counters').values(counters).execute()
    const sealed = credentials.map((pair, index) => ({
      team_id: ids[index]?.id ?? 0,
      username: pair.username,
      password_sealed: sealPassword(sealKey, pair),
      id: 1,
      position: 1,
      name: 'main',
      name_key: 'main',
      code: null,
      credentials_at: 1,
      created_at: 1,
    }))
    await tx.insertInto('inboxes').values(sealed).execute()
  })
  return credentials
}
