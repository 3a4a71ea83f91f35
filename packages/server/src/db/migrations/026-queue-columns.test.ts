import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../test/databases.ts'
import { columnTypes } from './column-types.ts'
import { queueColumns } from './026-queue-columns.ts'

describeEachDatabase('an outbox from before it was a queue', (open) => {
  test('keeps what waits, and how everything else ended', async () => {
    const db = await open()
    const { integer, bytes } = columnTypes[db.dialect.name]
    const before = [
      'drop index outbox_waiting',
      'drop index outbox_settled',
      'alter table outbox drop column state',
      'alter table outbox drop column settled_at',
      `alter table outbox add column sent_at ${integer}`,
      `alter table outbox add column given_up_at ${integer}`,
      'create index outbox_waiting on outbox (due_at, id) where message is not null',
      'create index outbox_by_time on outbox (created_at)',
      `insert into outbox (id, kind, message, created_at, due_at, attempts, sent_at, given_up_at)
       values ('waits', 'k', cast('m' as ${bytes}), 1, 2, 0, null, null),
              ('sent', 'k', null, 1, 2, 1, 3, null),
              ('given up', 'k', null, 1, 2, 1, null, 4)`,
    ]
    for (const statement of before) await sql.raw(statement).execute(db.sql)

    for (const statement of queueColumns(db.dialect.name)) await sql.raw(statement).execute(db.sql)

    const rows = db.sql.selectFrom('outbox').select(['id', 'state', 'settled_at']).orderBy('id')
    expect(await rows.execute()).toEqual([
      { id: 'given up', state: 'failed', settled_at: 4 },
      { id: 'sent', state: 'sent', settled_at: 3 },
      { id: 'waits', state: 'queued', settled_at: null },
    ])
  })
})
