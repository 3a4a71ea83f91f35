import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../test/support/databases.ts'
import { insertTeam, mailBatch, newMail } from '../../test/support/store-rows.ts'
import type { Batch, Database } from './database.ts'
import { unpack } from './mail/packing.ts'

async function storedSource(database: Database, mailId: number): Promise<Buffer> {
  const { source } = await database.sql
    .selectFrom('mail_sources')
    .select('source')
    .where('mail_id', '=', mailId)
    .executeTakeFirstOrThrow()
  return Buffer.from(await unpack(source, 10_000_000))
}

function countMails(database: Database) {
  return database.sql
    .selectFrom('mails')
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirst()
}

describeEachDatabase('a bulk write', (open) => {
  test('keeps every byte of every source', async () => {
    const database = await open()
    const { teamId } = await insertTeam(database, 'ann')
    const sources = [
      Buffer.alloc(0),
      Buffer.from('Subject: short\r\n\r\n'),
      Buffer.from('the same line again\r\n'.repeat(1000)),
      randomBytes(4500),
      randomBytes(64 * 1024),
      randomBytes(5_000_000),
    ]
    const copies = sources.map((source) => Buffer.from(Uint8Array.from(source)))
    const ids = await database.nextIds('mails', sources.length)
    await database.write(
      sources.flatMap((source, index) => mailBatch(ids[index] ?? 0, teamId, source)),
    )
    for (const [index, copy] of copies.entries()) {
      const stored = await storedSource(database, ids[index] ?? 0)
      expect(stored.equals(copy), `source ${index}`).toBe(true)
    }
  })

  test('of 500 mails arrives whole', async () => {
    const database = await open()
    const { teamId } = await insertTeam(database, 'ann')
    const ids = await database.nextIds('mails', 500)
    const rows = ids.map((id) => ({ ...newMail(id, teamId), size: id % 7 }))
    await database.write([
      { insert: 'mails', rows },
      {
        insert: 'mail_sources',
        rows: ids.map((id) => ({
          mail_id: id,
          team_id: teamId,
          source: Buffer.from(`mail ${id}`),
        })),
      },
      {
        add: 'team_counters',
        key: 'team_id',
        rows: [{ team_id: teamId, total: 500, unread: 500, flagged: 0 }],
      },
    ])
    const stored = await database.sql.selectFrom('mails').selectAll().orderBy('id').execute()
    expect(stored).toEqual(rows)
    const last = ids.at(-1) ?? 0
    expect((await storedSource(database, last)).toString()).toBe(`mail ${last}`)
  })

  test('adds to the counters of each team, however many rows name it', async () => {
    const database = await open()
    const first = await insertTeam(database, 'ann')
    const second = await insertTeam(database, 'bob')
    const one = { total: 1, unread: 1, flagged: 0, revision: 1 }
    await database.write([
      {
        add: 'team_counters',
        key: 'team_id',
        rows: [
          { team_id: second.teamId, ...one },
          { team_id: first.teamId, ...one },
          { team_id: second.teamId, total: 2, unread: -1, flagged: 1, revision: 1 },
        ],
      },
    ])
    expect(
      await database.sql.selectFrom('team_counters').selectAll().orderBy('team_id').execute(),
    ).toMatchObject([
      { team_id: first.teamId, total: 1, unread: 1, flagged: 0, revision: 1 },
      { team_id: second.teamId, total: 3, unread: 0, flagged: 1, revision: 2 },
    ])
  })

  test('leaves nothing behind when a row in its middle is refused', async () => {
    const database = await open()
    const { teamId } = await insertTeam(database, 'ann')
    const [first = 0, second = 0] = await database.nextIds('mails', 2)
    const unknownTeam = teamId + 1000
    const batch: Batch = [
      ...mailBatch(first, teamId, Buffer.from('good')),
      { insert: 'mails', rows: [newMail(second, unknownTeam)] },
    ]
    await expect(database.write(batch)).rejects.toThrow(/foreign key/i)
    expect(await countMails(database)).toEqual({ count: 0 })
    const counters = await database.sql.selectFrom('team_counters').selectAll().execute()
    const none = { total: 0, unread: 0, flagged: 0, bytes: 0, revision: 0 }
    expect(counters).toMatchObject([{ team_id: teamId, ...none }])

    await database.write(mailBatch(first, teamId, Buffer.from('good')))
    expect(await countMails(database)).toEqual({ count: 1 })
  })

  test('is refused when it would count mail for a team without counters', async () => {
    const database = await open()
    const { teamId } = await insertTeam(database, 'ann')
    await database.sql.deleteFrom('team_counters').execute()
    const [id = 0] = await database.nextIds('mails', 1)
    await expect(database.write(mailBatch(id, teamId, Buffer.from('x')))).rejects.toThrow(
      /team_counters/,
    )
    expect(await countMails(database)).toEqual({ count: 0 })
  })

  test('keeps a mail whose text holds NUL, quotes, backslashes and unpaired surrogates', async () => {
    const database = await open()
    const { teamId } = await insertTeam(database, 'ann')
    const [id = 0] = await database.nextIds('mails', 1)
    const nasty = `a\0b'c"d\\e\uD800f`
    const [mails, ...others] = mailBatch(id, teamId, Buffer.from('x'), `it's a\\b "c" ${nasty}`)
    expect(mails).toHaveProperty('insert', 'mails')
    await database.write([
      { insert: 'mails', rows: [{ ...newMail(id, teamId), subject: nasty }] },
      ...others,
    ])
    const row = await database.sql.selectFrom('mails').select('subject').executeTakeFirst()
    expect(row?.subject).toMatch(/^a.b'c"d\\e.f$/su)
  })

  test('fills columns that some rows leave out', async () => {
    const database = await open()
    const { teamId } = await insertTeam(database, 'ann')
    const [first = 0, second = 0] = await database.nextIds('mails', 2)
    const { read_at: _read, ...unread } = newMail(first, teamId)
    const read = { ...newMail(second, teamId), read_at: 5 }
    await database.write([{ insert: 'mails', rows: [unread, read] }])
    expect(
      await database.sql.selectFrom('mails').select('read_at').orderBy('id').execute(),
    ).toEqual([{ read_at: null }, { read_at: 5 }])
  })

  test('does nothing when it is empty', async () => {
    const database = await open()
    await database.write([])
    await database.write([{ insert: 'mails', rows: [] }, { index: [] }])
    await database.write([{ add: 'team_counters', key: 'team_id', rows: [] }])
    expect(await countMails(database)).toEqual({ count: 0 })
  })

  test('at the same time as others to the same teams in other orders loses no count', async () => {
    const database = await open()
    const teams = [await insertTeam(database, 'ann'), await insertTeam(database, 'bob')]
    const oneEach = teams.map(({ teamId }) => ({
      team_id: teamId,
      total: 1,
      unread: 0,
      flagged: 0,
    }))
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        database.write([
          {
            add: 'team_counters',
            key: 'team_id',
            rows: index % 2 ? oneEach : oneEach.toReversed(),
          },
        ]),
      ),
    )
    const counters = await database.sql.selectFrom('team_counters').select('total').execute()
    expect(counters).toEqual([{ total: 40 }, { total: 40 }])
  })

  test('waits for an open transaction and comes after it', async () => {
    const database = await open()
    const { teamId } = await insertTeam(database, 'ann')
    const [id = 0] = await database.nextIds('mails', 1)
    const order: string[] = []
    const began = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const transaction = database.transaction(async (tx, afterCommit) => {
      afterCommit(() => order.push('transaction'))
      await tx
        .updateTable('team_counters')
        .set((row) => ({ total: row('total', '+', 0) }))
        .where('team_id', '=', teamId)
        .execute()
      began.resolve()
      await mayEnd.promise
    })
    await began.promise
    const write = database.write(mailBatch(id, teamId, Buffer.from('x')))
    const written = write.then(() => order.push('write'))
    mayEnd.resolve()
    await Promise.all([transaction, written])
    expect(order).toEqual(['transaction', 'write'])
    const counters = await database.sql.selectFrom('team_counters').select('total').execute()
    expect(counters).toEqual([{ total: 1 }])
  })
})

describeEachDatabase('ids for mails', (open) => {
  test('are never given twice and grow', async () => {
    const database = await open()
    const lists = await Promise.all(
      Array.from({ length: 50 }, (_, index) => database.nextIds('mails', (index % 5) + 1)),
    )
    const ids = lists.flat()
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(150)
    for (const list of lists) expect(list).toEqual(list.toSorted((a, b) => a - b))
    const [next = 0] = await database.nextIds('mails', 1)
    expect(next).toBeGreaterThan(Math.max(...ids))
  })
})
