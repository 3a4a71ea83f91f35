import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeAlike } from '../../../../test/support/databases.ts'
import { insertVerifiedTeam } from '../../../../test/support/factories.ts'
import { insertRule } from '../../../../test/support/store-rows.ts'
import type { Batch, Database, Tx } from '../../../db/database.ts'
import { tableSources } from '../../../db/mail/mail-sources.ts'
import { createEvents } from '../../../events.ts'
import { createIntake } from './mail-intake.ts'
import { readCounters } from '../rows/mail-count-store.ts'
import { findSource } from '../rows/mail-store.ts'

function intakeOf(db: Pick<Database, 'nextIds' | 'write'> & { sql?: Database['sql'] }) {
  const events = createEvents((error) => {
    throw error
  })
  // oxlint-disable-next-line typescript/no-explicit-any -- the intake asks nothing else of a store
  return createIntake({ db: { sources: tableSources, ...db } as any, events })
}

const sourceRows = (batch: Batch) =>
  batch.flatMap((step) => ('insert' in step && step.insert === 'mail_sources' ? step.rows : []))

const mailFor = (teamId: number) => ({
  teamId,
  envelope: { from: 'a@b.test', to: ['c@d.test'] },
  source: new Uint8Array(Buffer.from('Subject: x\r\n\r\n')),
  receivedAt: 1,
})

test('a mail that follows at once on the answer to another is not left waiting', async () => {
  let id = 0
  const intake = intakeOf({
    nextIds: async (_, count) => Array.from({ length: count }, () => (id += 1)),
    write: async () => {},
  })
  for (let round = 0; round < 50; round += 1) {
    const first = await intake.receive(mailFor(1))
    const second = await intake.receive(mailFor(1)).then(() => intake.receive(mailFor(1)))
    expect(second.id).toBe(first.id + 2)
  }
})

test('a mail that nobody waits for any more is not kept', async () => {
  const first = Promise.withResolvers<void>()
  const written: unknown[] = []
  let id = 0
  const intake = intakeOf({
    nextIds: async (_, count) => Array.from({ length: count }, () => (id += 1)),
    async write(batch) {
      written.push(batch)
      await first.promise
    },
  })
  const patience = new AbortController()
  const stored = intake.receive(mailFor(1))
  await new Promise((done) => setImmediate(() => setImmediate(done)))
  const refused = intake.receive({ ...mailFor(1), givenUp: patience.signal })
  patience.abort()
  first.resolve()
  expect(await stored).toEqual({ id: 1 })
  await expect(refused).rejects.toMatchObject({ code: 'unavailable' })
  expect(written.length).toBe(1)
})

/** Holds what `change` locks until the returned function is called. */
async function hold(db: Database, change: (tx: Tx) => Promise<unknown>) {
  const holding = Promise.withResolvers<void>()
  let isDone = false
  const holder = db.transaction(async (tx) => {
    await change(tx)
    holding.resolve()
    // At work all the time: one that stood still would be ended.
    while (!isDone) await sql`select pg_sleep(0.2)`.execute(tx)
  })
  await Promise.race([holding.promise, holder])
  return async () => {
    isDone = true
    await holder
  }
}

describeAlike('the intake', (open) => {
  test('counts mail that came with marks as read and flagged, for its team, inbox and tags', async () => {
    const db = await open()
    const teamId = await insertVerifiedTeam(db, 1)
    const intake = intakeOf(db)
    const source = () => new Uint8Array(Buffer.from('X-Tags: run\r\n\r\n'))
    const take = (readAt: number | null, flaggedAt: number | null) =>
      intake.receive({ ...mailFor(teamId), source: source(), marks: { readAt, flaggedAt } })
    await Promise.all([take(5, 6), take(5, null), take(null, null)])
    expect(await readCounters(db.sql, teamId)).toMatchObject({ total: 3, unread: 1, flagged: 1 })
    const tags = await db.sql.selectFrom('team_tags').select(['name', 'total', 'unread']).execute()
    expect(tags).toEqual([{ name: 'run', total: 3, unread: 1 }])
  })

  test('keeps a mail once whose commit succeeded but was never answered', async () => {
    const db = await open()
    const teamId = await insertVerifiedTeam(db, 1)
    const intake = intakeOf({
      ...db,
      async write(batch) {
        await db.write(batch)
        throw new Error('Connection terminated unexpectedly')
      },
    })
    const stored = await Promise.all([1, 2, 3].map(() => intake.receive(mailFor(teamId))))
    const rows = await db.sql.selectFrom('mails').select('id').orderBy('id').execute()
    expect(stored).toEqual(rows)
  })

  test('asks a store that fails once for all that wait, and refuses them', async () => {
    const db = await open()
    let attempts = 0
    const intake = intakeOf({
      ...db,
      async write() {
        attempts += 1
        throw new Error('The disk is full')
      },
    })
    const results = await Promise.allSettled([1, 2, 3].map(() => intake.receive(mailFor(1))))
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(attempts).toBe(1)
  })

  test('keeps a large mail, byte for byte, whose batch was refused for another', async () => {
    const db = await open()
    const teamId = await insertVerifiedTeam(db, 1)
    const intake = intakeOf(db)
    const source = new Uint8Array(randomBytes(200_000))
    const [refused, kept] = await Promise.allSettled([
      intake.receive(mailFor(9_999)),
      intake.receive({ ...mailFor(teamId), source: source.slice() }),
    ])
    expect(refused.status).toBe('rejected')
    const id = kept.status === 'fulfilled' ? kept.value.id : 0
    expect(Buffer.compare((await findSource(db, teamId, id)) ?? source.subarray(1), source)).toBe(0)
    expect(await db.sql.selectFrom('mail_sources').select('mail_id').execute()).toHaveLength(1)
  })

  test('keeps the mail of other teams while somebody holds what counts the mail of one', async () => {
    const db = await open()
    // One writer, and nothing to hold.
    if (db.dialect.name === 'sqlite') return
    const held = await insertVerifiedTeam(db, 1)
    const free = await insertVerifiedTeam(db, 2)
    const release = await hold(db, (tx) =>
      tx.updateTable('team_counters').set({ unread: 0 }).where('team_id', '=', held).execute(),
    )
    const intake = intakeOf(db)
    const teams = [held, free, held, free]
    const outcomes = await Promise.allSettled(teams.map((team) => intake.receive(mailFor(team))))
    await release()
    const kept = outcomes.map(({ status }) => status === 'fulfilled')
    expect(kept).toEqual([false, true, false, true])
    expect(await db.sql.selectFrom('mails').select('team_id').execute()).toEqual([
      { team_id: free },
      { team_id: free },
    ])
    await intake.receive(mailFor(held))
  })

  test('lets other teams wait once for a team that is held, and not with each batch', async () => {
    const db = await open()
    // One writer, and nothing to hold.
    if (db.dialect.name === 'sqlite') return
    const held = await insertVerifiedTeam(db, 1)
    const free = await insertVerifiedTeam(db, 2)
    const batches: number[][] = []
    const intake = intakeOf({
      ...db,
      async write(batch, options) {
        batches.push(sourceRows(batch).map((row) => row.team_id))
        await db.write(batch, options)
      },
    })
    const release = await hold(db, (tx) =>
      tx.updateTable('team_counters').set({ unread: 0 }).where('team_id', '=', held).execute(),
    )
    const first = [held, free].map((team) => intake.receive(mailFor(team)))
    await first[1]
    const second = intake.receive(mailFor(held))
    await intake.receive(mailFor(free))
    await release()
    await Promise.all([...first, second])
    const alone = (team: number) => batches.filter((teams) => !teams.includes(team))
    // Both, and then each without the other: what the held team got meanwhile waited for its first mail.
    expect(batches.length - alone(held).length - alone(free).length).toBe(1)
    expect(await intake.receive(mailFor(held))).toMatchObject({ id: expect.any(Number) as number })
  })

  test.each<{ state: string; change: (tx: Tx, team: number) => Promise<unknown> }>([
    {
      state: 'that is being changed',
      change: (tx, team) => sql`select from teams where id = ${team} for update`.execute(tx),
    },
    {
      state: 'with a forwarding rule that is being changed',
      change: (tx, team) =>
        sql`select from forwarding_rules where team_id = ${team} for update`.execute(tx),
    },
  ])('keeps the mail of other teams beside a team $state', async ({ change }) => {
    const db = await open()
    if (db.dialect.name === 'sqlite') return
    const held = await insertVerifiedTeam(db, 1)
    const free = await insertVerifiedTeam(db, 2)
    for (const team of [held, free]) await insertRule(db, team, `rule-${team}@example.com`)
    const intake = intakeOf(db)
    const release = await hold(db, (tx) => change(tx, held))
    const mails = [held, free].map((team) =>
      intake.receive({ ...mailFor(team), followsRules: true }),
    )
    await mails[1]
    await release()
    await mails[0]
    const deliveries = await db.sql.selectFrom('rule_deliveries').select('mail_id').execute()
    expect(deliveries).toHaveLength(2)
  })

  test.each<{ state: string; make: (db: Database, team: number) => Promise<unknown> }>([
    {
      state: 'deleted',
      make: (db, team) => db.sql.deleteFrom('teams').where('id', '=', team).execute(),
    },
    {
      state: 'suspended',
      make: (db, team) =>
        db.sql.updateTable('teams').set({ deactivated_at: 1 }).where('id', '=', team).execute(),
    },
    {
      state: 'full',
      make: (db, team) =>
        db.sql
          .insertInto('team_limits')
          .values({ team_id: team, max_mails: 1, max_bytes: 1 })
          .execute(),
    },
    {
      state: 'with a key that is taken',
      make: (db, team) =>
        db.sql
          .insertInto('idempotency_keys')
          .values({ team_id: team, key: 'taken', digest: '', mail_id: 1, at: 1 })
          .execute(),
    },
  ])('keeps the mail of others beside that of a team that is $state', async ({ make }) => {
    const db = await open()
    const bad = await insertVerifiedTeam(db, 1)
    const good = await insertVerifiedTeam(db, 2)
    await make(db, bad)
    const intake = intakeOf(db)
    const idempotency = { key: 'taken', digest: '' }
    const outcomes = await Promise.allSettled([
      intake.receive({ ...mailFor(bad), idempotency }),
      intake.receive({ ...mailFor(good), idempotency }),
      intake.receive(mailFor(good)),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    const kept = await db.sql.selectFrom('mails').select('team_id').execute()
    expect(kept).toEqual([{ team_id: good }, { team_id: good }])
  })

  test('repeats the mail of a team that was deleted meanwhile by itself, and that of others as one', async () => {
    const db = await open()
    const teamId = await insertVerifiedTeam(db, 1)
    const sizes: number[] = []
    const intake = intakeOf({
      ...db,
      async write(batch) {
        sizes.push(sourceRows(batch).length)
        await db.write(batch)
      },
    })
    const teams = [teamId, 9_999, teamId, 9_999, teamId]
    const outcomes = await Promise.allSettled(teams.map((team) => intake.receive(mailFor(team))))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    // All; the first team; the second, and its mails one by one.
    expect(sizes).toEqual([5, 3, 2, 1, 1])
  })

  test('takes mail after mail from clients that wait for each answer', async () => {
    const db = await open()
    const teamId = await insertVerifiedTeam(db, 1)
    const intake = intakeOf(db)
    const client = async () => {
      for (let sent = 0; sent < 20; sent += 1) await intake.receive(mailFor(teamId))
    }
    await Promise.all([client(), client(), client()])
    await intake.idle()
    const { total } = await db.sql
      .selectFrom('team_counters')
      .select('total')
      .where('team_id', '=', teamId)
      .executeTakeFirstOrThrow()
    expect(total).toBe(60)
  })
})
