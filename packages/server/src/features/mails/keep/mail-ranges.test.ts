import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../test/support/databases.ts'
import { newInbox } from '../../../../test/support/store-rows.ts'
import { insertVerifiedTeam } from '../../../../test/support/factories.ts'
import { mailInbox } from '../../../../test/clients/mail-inbox.ts'
import type { Database } from '../../../db/database.ts'
import { readCounters } from '../rows/mail-count-store.ts'
import { inboxCounts } from '../rows/inbox-store.ts'
import { createMailRanges } from './mail-ranges.ts'
import { createMailRemoval } from './mail-removal.ts'
import { createRetention } from './mail-retention.ts'
import { createTrash } from './mail-trash.ts'
import { listTeamTags } from '../rows/tag-store.ts'

const hourMs = 60 * 60 * 1_000
const dayMs = 24 * hourMs
const many = 10_500

function rethrow(error: unknown): never {
  throw error
}

/** Mails of a team, with all that belongs to them, and their counts. A third was read, a fifth has a tag, a seventh is in a second inbox. */
async function fill(
  db: Database,
  teamId: number,
  { at, count = many }: { at: number; count?: number },
) {
  const ids = await db.nextIds('mails', count)
  const from = sql.lit(ids[0] ?? 0)
  const to = sql.lit(ids.at(-1) ?? 0)
  const numbers =
    db.dialect.name === 'postgres'
      ? sql`generate_series(${from}::bigint, ${to}::bigint) as numbers (n)`
      : sql`(with recursive counted (n) as (
          select ${from} union all select n + 1 from counted where n < ${to}
        ) select n from counted) as numbers`
  await db.transaction(async (tx) => {
    await sql`
      insert into mails (id, team_id, received_at, subject, from_name, from_address, recipients,
        envelope_from, envelope_to, attachment_count, size, read_at, inbox_id)
      select n, ${sql.lit(teamId)}, ${sql.lit(at)}, 'Order', 'Shop', 'a@shop.test', '[]', '', '[]', 0, 100,
        case when n % 3 = 0 then 1 end, case when n % 7 = 0 then 2 else 1 end
      from ${numbers}`.execute(tx)
    await sql`insert into mail_sources (mail_id, team_id, source)
      select n, ${sql.lit(teamId)}, ${Buffer.alloc(2_000, 1)} from ${numbers} where true`.execute(
      tx,
    )
    await sql`insert into mail_tags (team_id, mail_id, key, name)
      select ${sql.lit(teamId)}, n, 'run', 'Run' from ${numbers} where n % 5 = 0`.execute(tx)
    await countAgain(tx, teamId)
  })
  return ids
}

/** Counts as if the mail had been caught one by one. */
async function countAgain(
  tx: Parameters<Parameters<Database['transaction']>[0]>[0],
  teamId: number,
) {
  const team = sql.lit(teamId)
  await sql`update team_counters set
      total = (select count(*) from mails where team_id = ${team} and trashed_at is null),
      unread = (select count(*) from mails where team_id = ${team} and trashed_at is null and read_at is null),
      bytes = (select coalesce(sum(size), 0) from mails where team_id = ${team} and trashed_at is null)
    where team_id = ${team}`.execute(tx)
  await sql`delete from team_tags where team_id = ${team}`.execute(tx)
  await sql`insert into team_tags (team_id, key, name, total, unread, newest_mail)
    select ${team}, 'run', 'Run', count(*), count(*) - count(read_at), max(mail_id)
    from mail_tags join mails on id = mail_id where mails.team_id = ${team} having count(*) > 0`.execute(
    tx,
  )
  await sql`insert into team_tags (team_id, key, name, total, unread, newest_mail)
    select ${team}, ':2', '', count(*), count(*) - count(read_at), max(id)
    from mails where team_id = ${team} and inbox_id = 2 and trashed_at is null having count(*) > 0`.execute(
    tx,
  )
}

describeEachDatabase('much mail that ends', (open) => {
  async function setUp(days: number | null = null) {
    const db = await open()
    const inbox = await mailInbox(db)
    const second = { ...newInbox(inbox.teamId, 'second'), id: 2, name: 'two', name_key: 'two' }
    await db.sql.insertInto('inboxes').values(second).execute()
    const deps = { db, events: inbox.deps.events, now: inbox.deps.now }
    const ranges = createMailRanges({ ...deps, days, onError: rethrow })
    const retention = createRetention({ ...deps, days, mails: null, awaited: ranges.awaited })
    const trash = createTrash(deps)
    const tags = async () =>
      (await listTeamTags(db.sql, inbox.teamId)).map(({ name, total, unread }) => [
        name,
        total,
        unread,
      ])
    const left = async (table: 'mails' | 'mail_sources' | 'mail_tags') => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ${sql.table(table)}`.execute(db.sql)
      return rows[0]?.count
    }
    /** How many mails the second inbox has, and how many it is said to have. */
    const ofSecond = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from mails where inbox_id = 2 and trashed_at is null`.execute(
        db.sql,
      )
      const counts = await inboxCounts(db.sql, inbox.teamId)
      return [rows[0]?.count, counts.get(2)?.total ?? 0]
    }
    /** How many bytes the tables have on Postgres. */
    const bytes = async () => {
      if (db.dialect.name === 'sqlite') return 0
      const { rows } = await sql<{ bytes: number }>`
        select sum(pg_total_relation_size(relid)) as bytes
        from unnest('{mails,mail_sources}'::regclass[]) as whole, pg_partition_tree(whole)`.execute(
        db.sql,
      )
      return rows[0]?.bytes ?? 0
    }
    async function minute() {
      inbox.clock.time += 60_000
      await ranges.sweep()
      await trash.sweep()
      await retention.sweep()
    }
    return {
      ...inbox,
      db,
      ranges,
      tags,
      left,
      bytes,
      ofSecond,
      minute,
      isPostgres: db.dialect.name === 'postgres',
    }
  }

  test('goes after all of it was deleted, but for what came since, and so do its bytes', async () => {
    const { db, teamId, clock, receive, subjects, counters, tags, left, bytes, minute } =
      await setUp()
    await fill(db, teamId, { at: clock.time })
    const [kept = 0] = await receive('kept')
    await db.transaction(async (tx) => {
      await tx.updateTable('mails').set({ trashed_at: clock.time }).where('id', '<', kept).execute()
      await tx
        .updateTable('team_counters')
        .set({ total: 1, unread: 1, bytes: sql`(select size from mails where id = ${kept})` })
        .set({ trashed: many, trashed_bytes: many * 100 })
        .where('team_id', '=', teamId)
        .execute()
      await tx.deleteFrom('team_tags').execute()
    })
    const before = await bytes()
    await minute()
    await receive('new')
    expect(await left('mails')).toBe(many + 2)
    for (let passed = 0; passed < 72; passed += 1) await minute()
    expect(await left('mails')).toBe(2)
    expect(await left('mail_sources')).toBe(2)
    expect(await left('mail_tags')).toBe(0)
    expect(await subjects()).toEqual(['new', 'kept'])
    expect(await counters()).toEqual({ total: 2, unread: 2, flagged: 0, isTrue: true })
    expect(await tags()).toEqual([])
    expect(await bytes()).toBeLessThanOrEqual(before / 10)
  }, 60_000)

  test('goes when it is too old, flagged mail stays, and an emptied range goes with its last mail', async () => {
    const { db, teamId, clock, counters, tags, left, minute, emitted, changes, asker, ...rest } =
      await setUp(30)
    const { isPostgres, ofSecond } = rest
    const ids = await fill(db, teamId, { at: clock.time })
    const tagged = ids.filter((id) => id % 5 === 0).slice(0, 2)
    const unread = tagged.filter((id) => id % 3 !== 0).length
    await db.transaction(async (tx) => {
      await tx.updateTable('mails').set({ flagged_at: 1 }).where('id', 'in', tagged).execute()
      await tx
        .updateTable('team_counters')
        .set({ flagged: 2 })
        .where('team_id', '=', teamId)
        .execute()
    })
    clock.time += 31 * hourMs
    await minute()
    // Ids that were fetched before the range was closed are still of that range.
    const filling = (await db.ranges.list()).find(({ state }) => state === 'filling')
    while (((await db.nextIds('mails', 1))[0] ?? 0) < (filling?.from ?? 0));
    await fill(db, teamId, { at: clock.time, count: 20 })
    clock.time += 29 * dayMs
    await minute()
    expect(await left('mails')).toBe(22)
    expect(await counters()).toMatchObject({ total: 22, flagged: 2, isTrue: true })
    const [[, total, tagsUnread] = []] = await tags()
    expect(total).toBe(6)
    expect(Number(tagsUnread)).toBeGreaterThanOrEqual(unread)
    expect(emitted).toContainEqual(['inboxOutdated', { teamId, userId: null }])
    const states = async () => (await db.ranges.list()).map(({ state }) => state)
    expect(await states()).toEqual(isPostgres ? ['closed', 'filling', 'ahead'] : [])
    for (const id of tagged) await changes.remove(asker, id)
    for (let passed = 0; passed < 72; passed += 1) await minute()
    expect(await left('mails')).toBe(20)
    expect(await states()).toEqual(isPostgres ? ['filling', 'ahead'] : [])
    expect(await counters()).toMatchObject({ total: 20, flagged: 0, isTrue: true })
    const [second, said] = await ofSecond()
    expect([second, said]).toEqual([said, second])
    expect(second).toBeGreaterThan(0)
  }, 60_000)

  test('ends no range before its time where there are many', async () => {
    const { db, teamId, clock, deps } = await setUp()
    if (db.dialect.name === 'sqlite') return
    const ids = await fill(db, teamId, { at: clock.time })
    await db.sql.updateTable('mails').set({ trashed_at: clock.time }).execute()
    const [filling = { from: 0, to: 0 }] = await db.ranges.list()
    const closed: unknown[] = []
    const sweepWith = async (others: number) => {
      const later = (at: number) => ({ from: filling.to + at, to: filling.to + at + 1 })
      const list = async () => [
        { ...filling, state: 'filling' as const },
        ...Array.from({ length: others }, (_, at) => ({ ...later(at), state: 'ahead' as const })),
      ]
      const close = async (range: unknown) => void closed.push(range)
      const ranges = { ...db.ranges, prepare: async () => {}, list, close } as typeof db.ranges
      await createMailRanges({
        ...deps,
        db: { ...db, ranges },
        days: null,
        onError: rethrow,
      }).sweep()
    }
    expect(ids).toHaveLength(many)
    await sweepWith(24)
    expect(closed).toEqual([])
    await sweepWith(23)
    expect(closed).toHaveLength(1)
  }, 60_000)

  test('waits up to a day for the rest of its range on Postgres, and no longer', async () => {
    const { db, teamId, clock, left, minute, isPostgres } = await setUp(30)
    const arrived = clock.time
    await fill(db, teamId, { at: arrived })
    await fill(db, teamId, { at: arrived + 23 * hourMs, count: 3_000 })
    clock.time = arrived + 31 * hourMs
    await minute()
    clock.time = arrived + 30 * dayMs + hourMs
    await minute()
    expect(await left('mails')).toBe(isPostgres ? many + 3_000 : 3_000)
    clock.time = arrived + 31 * dayMs
    await minute()
    expect(await left('mails')).toBe(0)
  }, 60_000)

  test('goes with its team, and the mail of other teams stays', async () => {
    const { db, teamId, clock, left, ranges, receive } = await setUp()
    const other = await insertVerifiedTeam(db, 'other')
    await fill(db, other, { at: clock.time })
    await receive('kept')
    await db.sql
      .updateTable('teams')
      .set({ deleted_at: clock.time })
      .where('id', '=', other)
      .execute()
    await ranges.sweepFor(other)
    await ranges.sweepFor(other)
    expect(await left('mails')).toBe(db.dialect.name === 'sqlite' ? many + 1 : 1)
    await createMailRemoval(db)(other)
    expect(await left('mails')).toBe(1)
    expect(await readCounters(db.sql, other)).toMatchObject({ total: 0, unread: 0, bytes: 0 })
    expect(await readCounters(db.sql, teamId)).toMatchObject({ total: 1 })
  }, 60_000)
})
