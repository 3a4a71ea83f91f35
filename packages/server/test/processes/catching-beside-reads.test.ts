import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, inject, test } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { createIntake } from '../../src/features/mails/catch/mail-intake.ts'
import { serveClient } from '../../src/lib/shares/served-client.ts'
import { describeEachDatabase } from '../support/databases.ts'
import { teamsOn } from '../support/teams-on.ts'

/** More than there are connections or threads for. */
const reads = 30

/** Reads of clients that last: until `end` on Postgres, and on SQLite for a second of pure work each. */
async function holdReads(db: Database) {
  if (db.dialect.name === 'sqlite') {
    const numbers = sql<{ n: number }>`(
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 3000000)
      select max(n) as n from numbers)`
    const slow = () =>
      serveClient({ user: 'user 1', connection: {} }, () =>
        db.sql.selectFrom(numbers.as('slow')).select('n').execute(),
      )
    return { ended: [slow(), slow(), slow()], end: async () => {} }
  }
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db.sql)
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${rows[0]?.name}`
  const holder = new Client({ connectionString: url.href })
  await holder.connect()
  await holder.query('select pg_advisory_lock(7)')
  const waiting = () => sql`select pg_advisory_xact_lock_shared(7)`.execute(db.sql)
  return {
    ended: Array.from({ length: reads }, waiting),
    // Its locks end with it.
    end: () => holder.end(),
  }
}

describeEachDatabase('beside reads that take everything there is for reads', (open) => {
  test('an SMTP client logs in, and its mail is caught', async () => {
    const db = await open()
    const { teams, credentials, events, person } = teamsOn(db)
    const { userId } = await person('ann')
    const [team] = await teams.listFor(userId)
    const {
      id: teamId = 0,
      smtp_username: username = '',
      smtp_password: password = '',
    } = team ?? {}
    const { ended, end } = await holdReads(db)
    const order: string[] = []
    const firstRead = Promise.race(ended).then(() => order.push('a read'))

    expect(await credentials.authenticate({ username, password })).toMatchObject({ id: teamId })
    order.push('the login')
    await createIntake({ db, events }).receive({
      teamId,
      envelope: { from: 'app@rocket.test', to: ['you@customer.test'] },
      source: new Uint8Array(Buffer.from('Subject: x\r\n\r\n')),
      receivedAt: 1,
    })
    order.push('the mail')
    await end()
    await Promise.all([firstRead, ...ended])
    expect(order).toEqual(['the login', 'the mail', 'a read'])
    expect(await db.sql.selectFrom('mails').select('team_id').execute()).toEqual([
      { team_id: teamId },
    ])
  })
})
