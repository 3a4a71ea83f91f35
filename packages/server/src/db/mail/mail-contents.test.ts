import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeEachDatabase, type OpenDatabase } from '../../../test/support/databases.ts'
import { insertTeam, mailBatch } from '../../../test/support/store-rows.ts'
import { forgetWords, mailsWithWords } from '../../../test/searching/stored-words.ts'
import type { Database, Sql } from '../database.ts'

/** Catches `count` mails with source, words and transcript. */
async function catchMails(database: Database, teamId: number, count: number): Promise<number[]> {
  const ids = await database.nextIds('mails', count)
  for (const id of ids) {
    await database.write([
      ...mailBatch(id, teamId, Buffer.from(`mail ${id}`), 'word'),
      { insert: 'mail_transcripts', rows: [{ mail_id: id, transcript: 'QUIT', times: null }] },
    ])
  }
  await database.wordsSettled()
  return ids
}

async function contentsLeft(database: Database): Promise<Record<string, number>> {
  const tables = { mails: 'mails', sources: 'mail_sources', transcripts: 'mail_transcripts' }
  const left: Record<string, number> = { words: (await mailsWithWords(database)).length }
  for (const [name, table] of Object.entries(tables)) {
    const counting = sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`
    left[name] = (await counting.execute(database.sql)).rows[0]?.count ?? -1
  }
  return left
}

const allOf = (count: number) => ({
  mails: count,
  sources: count,
  transcripts: count,
  words: count,
})

/** A team with two mails that wait for their words, and the step that makes these again. */
async function withoutWords(open: OpenDatabase) {
  const database = await open()
  const { teamId } = await insertTeam(database, 'ann')
  const ids = await catchMails(database, teamId, 2)
  await forgetWords(database)
  const waiting = ids.map((mail_id) => ({ mail_id }))
  await database.sql.insertInto('mails_to_index').values(waiting).execute()
  const words = { facts: '', sender: '', recipients: '', subject: '', body: 'word' }
  const step = { reindex: ids.map((mail_id) => ({ mail_id, team_id: teamId, ...words })) }
  return { database, first: ids[0] ?? 0, step }
}

/** Does `work` in a transaction, and returns what commits it. */
async function beginTransaction(database: Database, work: (tx: Sql) => Promise<unknown>) {
  const { promise: began, resolve: begin } = Promise.withResolvers<void>()
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const committed = database.transaction(async (tx) => {
    await work(tx)
    begin()
    await mayEnd
  })
  await began
  return () => {
    end()
    return committed
  }
}

describeEachDatabase('source, words and transcript of mails', (open) => {
  test('go with those that are deleted by one statement, and with no other', async () => {
    const database = await open()
    const { teamId } = await insertTeam(database, 'ann')
    const ids = await catchMails(database, teamId, 5)
    const deleting = database.sql.deleteFrom('mails').where('id', 'in', ids.slice(0, 3))
    await deleting.execute()
    expect(await contentsLeft(database)).toEqual(allOf(2))
    await deleting.execute()
    expect(await contentsLeft(database)).toEqual(allOf(2))
  })

  test('go with all teams that one statement deletes', async () => {
    const database = await open()
    const teams = [await insertTeam(database, 'ann'), await insertTeam(database, 'bob')]
    for (const { teamId } of teams) await catchMails(database, teamId, 2)
    const { teamId: staying } = await insertTeam(database, 'cleo')
    await catchMails(database, staying, 1)
    const going = teams.map(({ teamId }) => teamId)
    await database.sql.deleteFrom('teams').where('id', 'in', going).execute()
    expect(await contentsLeft(database)).toEqual(allOf(1))
  })

  test('stay when the transaction that deletes the mails is undone', async () => {
    const database = await open()
    const { teamId } = await insertTeam(database, 'ann')
    await catchMails(database, teamId, 2)
    const undone = database.transaction(async (tx) => {
      await tx.deleteFrom('mails').execute()
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await contentsLeft(database)).toEqual(allOf(2))
  })

  test('are not made again for a mail that is being deleted', async () => {
    const { database, first, step } = await withoutWords(open)
    const commit = await beginTransaction(database, (tx) =>
      tx.deleteFrom('mails').where('id', '=', first).execute(),
    )
    const writing = database.write([step])
    await Promise.all([commit(), writing])
    expect(await contentsLeft(database)).toEqual(allOf(1))
  })

  test('go with a mail that is deleted while its words are made again', async () => {
    const { database, first, step } = await withoutWords(open)
    // The last step of making words again waits for this row on Postgres.
    const commit = await beginTransaction(database, (tx) =>
      tx.updateTable('team_counters').set({ flagged: 0 }).execute(),
    )
    const writing = database.write([step])
    const deleting = database.sql.deleteFrom('mails').where('id', '=', first).execute()
    await Promise.all([commit(), writing, deleting])
    expect(await contentsLeft(database)).toEqual(allOf(1))
    expect(await database.sql.selectFrom('mails_to_index').selectAll().execute()).toEqual([])
  })
})
