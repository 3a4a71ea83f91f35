import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../test/support/databases.ts'
import { insertTeam, mailBatch, newUser, newInbox } from '../../test/support/store-rows.ts'
import type { Database } from './database.ts'
import { isUniqueViolation } from './store-faults.ts'

const tables = [
  'users',
  'sessions',
  'account_tokens',
  'teams',
  'team_members',
  'inboxes',
  'team_counters',
  'mails',
  'mail_sources',
] as const

async function rowCounts(database: Database): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)}`.execute(database.sql)
    counts[table] = rows[0]?.count ?? -1
  }
  return counts
}

/** A user with one row of everything that is theirs. */
async function insertBelongings(database: Database, name: string) {
  const { userId, teamId } = await insertTeam(database, name)
  await database.sql
    .insertInto('sessions')
    .values({
      id: `session of ${name}`,
      user_id: userId,
      created_at: 1,
      seen_at: 1,
      expires_at: 2,
      remembered_at: null,
      user_agent: '',
      remote_address: '',
    })
    .execute()
  await database.sql
    .insertInto('account_tokens')
    .values({
      id: `token of ${name}`,
      user_id: userId,
      purpose: 'verify_email',
      email: '',
      created_at: 1,
      expires_at: 2,
    })
    .execute()
  await database.sql.insertInto('inboxes').values(newInbox(teamId, name)).execute()
  const [mailId = 0] = await database.nextIds('mails', 1)
  await database.write(mailBatch(mailId, teamId, Buffer.from('x'), `words of ${name}`))
  return { userId, teamId, mailId }
}

describeEachDatabase('the tables', (open) => {
  test('drop what a team owned with it, and nothing of others', async () => {
    const database = await open()
    const { teamId } = await insertBelongings(database, 'ann')
    await insertBelongings(database, 'bob')
    await database.sql.deleteFrom('teams').where('id', '=', teamId).execute()
    expect(await rowCounts(database)).toEqual({
      users: 2,
      sessions: 2,
      account_tokens: 2,
      teams: 1,
      team_members: 1,
      inboxes: 1,
      team_counters: 1,
      mails: 1,
      mail_sources: 1,
    })
  })

  test('drop what a user owned with them, once their team is gone', async () => {
    const database = await open()
    const { userId, teamId } = await insertBelongings(database, 'ann')
    const deleteUser = () => database.sql.deleteFrom('users').where('id', '=', userId).execute()
    await expect(deleteUser()).rejects.toThrow(/foreign key/i)
    await database.sql.deleteFrom('teams').where('id', '=', teamId).execute()
    await deleteUser()
    const counts = await rowCounts(database)
    expect(Object.values(counts).every((count) => count === 0)).toBe(true)
  })

  test('name what they belong to by foreign keys that delete with it, all of them', async () => {
    const database = await open()
    // Triggers on Postgres remove these with their mail.
    const contents = ['mail_sources', 'mail_transcripts', 'mail_words']
    const belongings = [
      'mail_tags',
      'mail_marks',
      'mail_arrivals',
      'mails_to_index',
      'mail_forwards',
    ]
    const byTrigger = new Set(
      database.dialect.name === 'postgres' ? [...contents, ...belongings] : [],
    )
    const kept = (await keptColumns(database)).filter(
      ({ table, column }) => column !== 'mail_id' || !byTrigger.delete(table),
    )
    expect(byTrigger).toEqual(new Set())
    const ofPostgres = (table: string) =>
      database.dialect.name === 'postgres' ? [{ table, column: 'team_id' }] : []
    expect(kept).toEqual([
      // A drill counts its mail until its report, also when that was deleted.
      { table: 'drill_attempts', column: 'mail_id' },
      // A session says which mail it ended with, also when that was deleted.
      { table: 'failed_sessions', column: 'mail_id' },
      // A key answers with its mail for a day, also when that was deleted.
      { table: 'idempotency_keys', column: 'mail_id' },
      // An arrival goes with its mail, and so with its team.
      { table: 'mail_arrivals', column: 'team_id' },
      // A forward stays in the history of its mail when its user is deleted.
      { table: 'mail_forwards', column: 'user_id' },
      // A mark of a program goes with its mail, and so with its team.
      { table: 'mail_marks', column: 'team_id' },
      // A source goes with its mail, and so with its team.
      { table: 'mail_sources', column: 'team_id' },
      // So does a tag.
      { table: 'mail_tags', column: 'team_id' },
      // Words go when a sweep finds that none of their mails is left.
      ...ofPostgres('new_words'),
      // A delivery outlives its mail, to be shown with its rule.
      { table: 'rule_deliveries', column: 'mail_id' },
      // A link looks for its mail when it is opened, and lives for a week at most.
      { table: 'share_links', column: 'mail_id' },
      // The log of a webhook names mail that may be deleted.
      { table: 'webhook_deliveries', column: 'mail_id' },
      ...ofPostgres('word_indexes'),
    ])
  })

  test('never give the id of a deleted row again', async () => {
    const database = await open()
    const insert = async (name: string) => {
      const { id } = await database.sql
        .insertInto('users')
        .values(newUser(name))
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    }
    const first = await insert('ann')
    await database.sql.deleteFrom('users').execute()
    expect(await insert('bob')).toBeGreaterThan(first)
  })

  test('read back numbers as numbers, up to the largest safe one', async () => {
    const database = await open()
    const largest = Number.MAX_SAFE_INTEGER
    await database.sql
      .insertInto('users')
      .values([
        { ...newUser('ann'), email_verified_at: largest },
        { ...newUser('bob'), created_at: 0 },
      ])
      .execute()
    const users = await database.sql.selectFrom('users').selectAll().orderBy('id').execute()
    expect(users.map((user) => [user.id, user.email_verified_at, user.created_at])).toEqual([
      [expect.any(Number), largest, 1_700_000_000_000],
      [expect.any(Number), null, 0],
    ])
    const totals = await database.sql
      .selectFrom('users')
      .select((is) => [
        is.fn.countAll<number>().as('count'),
        is.fn.sum<number>('created_at').as('sum'),
        is.fn.max('created_at').as('max'),
      ])
      .executeTakeFirst()
    expect(totals).toEqual({ count: 2, sum: 1_700_000_000_000, max: 1_700_000_000_000 })
  })

  test('tell how many rows a change touched', async () => {
    const database = await open()
    await insertTeam(database, 'ann')
    await insertTeam(database, 'bob')
    const update = await database.sql.updateTable('users').set({ name: 'x' }).executeTakeFirst()
    expect(update.numUpdatedRows).toBe(2n)
    const removal = await database.sql.deleteFrom('team_members').executeTakeFirst()
    expect(removal.numDeletedRows).toBe(2n)
  })
})

describeEachDatabase('a value that must be unique', (open) => {
  test('is distinguished from other errors, inside a transaction and out', async () => {
    const database = await open()
    const { userId, teamId } = await insertTeam(database, 'ann')
    const again = () => database.sql.insertInto('users').values(newUser('ann')).execute()
    await expect(again()).rejects.toSatisfy(isUniqueViolation)

    const inside = database.transaction((tx) =>
      tx.insertInto('users').values(newUser('ann')).execute(),
    )
    await expect(inside).rejects.toSatisfy(isUniqueViolation)

    const membership = { team_id: teamId, user_id: userId, role: 'member' as const, created_at: 1 }
    const twice = database.sql.insertInto('team_members').values(membership).execute()
    await expect(twice).rejects.toSatisfy(isUniqueViolation)

    const orphan = { ...membership, team_id: teamId + 1000 }
    const other = database.sql.insertInto('team_members').values(orphan).execute()
    await expect(other).rejects.not.toSatisfy(isUniqueViolation)
  })

  test('is reported by a bulk write too', async () => {
    const database = await open()
    const { teamId } = await insertTeam(database, 'ann')
    const [id = 0] = await database.nextIds('mails', 1)
    await database.write(mailBatch(id, teamId, Buffer.from('x')))
    const again = database.write(mailBatch(id, teamId, Buffer.from('x')))
    await expect(again).rejects.toSatisfy(isUniqueViolation)
  })

  test('keeps its name and code for readers of the log', async () => {
    const database = await open()
    await database.sql.insertInto('users').values(newUser('ann')).execute()
    const again = database.sql.insertInto('users').values(newUser('ann')).execute()
    await expect(again).rejects.toMatchObject({
      message: expect.stringContaining('email_key'),
      code: database.dialect.name === 'sqlite' ? 'ERR_SQLITE_ERROR' : '23505',
    })
  })
})

/** Columns that name a team, user, mail or rule without a foreign key that deletes the row with it. */
async function keptColumns(database: Database): Promise<{ table: string; column: string }[]> {
  const names = sql`('team_id', 'user_id', 'mail_id', 'rule_id')`
  const query =
    database.dialect.name === 'sqlite'
      ? sql`
          select tables.name as "table", columns.name as "column"
          from sqlite_master as tables, pragma_table_info(tables.name) as columns
          where tables.type = 'table' and columns.name in ${names} and not exists (
            select 1 from pragma_foreign_key_list(tables.name) as keys
            where keys."from" = columns.name and keys.on_delete = 'CASCADE')
          order by 1, 2`
      : sql`
          select table_name as "table", column_name as "column" from information_schema.columns
          where table_schema = 'public' and column_name in ${names}
            and table_name not like '%!_below!_%' escape '!' and not exists (
            select 1 from pg_constraint as keys
            join pg_attribute as columns
              on columns.attrelid = keys.conrelid and columns.attnum = any(keys.conkey)
            where keys.contype = 'f' and keys.confdeltype = 'c'
              and keys.conrelid = quote_ident(table_name)::regclass
              and columns.attname = column_name)
          order by 1, 2`
  return (await query.$castTo<{ table: string; column: string }>().execute(database.sql)).rows
}
