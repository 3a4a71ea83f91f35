import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../test/databases.ts'
import { insertRule, insertTeam } from '../../../test/store-rows.ts'
import type { Database } from '../database.ts'
import { deliveriesAlone } from './017-deliveries-alone.ts'

/** As before the migration. */
const before = {
  sqlite: [],
  postgres: [
    `alter table rule_deliveries add constraint rule_deliveries_mail_id_fkey
     foreign key (mail_id) references mails (id) on delete set null not valid`,
  ],
}

async function execute({ sql: db }: Database, statements: string[]) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

describeEachDatabase('deliveries from before', (open) => {
  test('are kept as they are, and no number is given twice', async () => {
    const db = await open()
    const { teamId } = await insertTeam(db, 'ann')
    const rule_id = await insertRule(db, teamId, 'a@x.test')
    const deliver = (mail_id: number) =>
      db.sql
        .insertInto('rule_deliveries')
        .values({ rule_id, mail_id, state: 'queued', created_at: 1, due_at: 1, attempts: 0 })
        .returning('id')
        .executeTakeFirstOrThrow()
    const rows = () => db.sql.selectFrom('rule_deliveries').selectAll().orderBy('id').execute()
    for (const mail of [11, 12, 13]) await deliver(mail)
    const { id: newest } = await deliver(14)
    await db.sql.deleteFrom('rule_deliveries').where('id', '=', newest).execute()
    const kept = await rows()
    await execute(db, [
      ...before[db.dialect.name],
      'create index deliveries_of_mail on rule_deliveries (mail_id)',
    ])

    await execute(db, deliveriesAlone(db.dialect.name))

    expect(await rows()).toEqual(kept)
    expect(kept).toHaveLength(3)
    expect((await deliver(15)).id).toBeGreaterThan(newest)
  })
})
