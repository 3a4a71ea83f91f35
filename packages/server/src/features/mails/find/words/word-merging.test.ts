import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../../test/support/databases.ts'
import { mailInbox } from '../../../../../test/clients/mail-inbox.ts'
import type { Database } from '../../../../db/database.ts'
import { searchMails } from '../search-store.ts'
import { createWordMerging } from './word-merging.ts'

/** How many FTS5 segments a search looks into; on Postgres there is one index. */
async function runs(db: Database): Promise<number> {
  if (db.dialect.name === 'postgres') return 1
  const counted = sql<{ runs: number }>`(select count(distinct segid) as runs from mail_words_idx)`
  return (await db.sql.selectFrom(counted.as('counted')).select('runs').executeTakeFirstOrThrow())
    .runs
}

const pause = async () => {}

async function inboxOfManyRuns(db: Database) {
  const inbox = await mailInbox(db)
  const ids: number[] = []
  for (let mail = 0; mail < 15; mail += 1) {
    ids.push(...(await inbox.receive(`red n${mail}`)))
    await db.wordsSettled()
  }
  const found = (word: string) => {
    const words = { words: [word], prefix: false }
    return searchMails({ ...db, teamId: inbox.teamId }, { kind: 'words', words }, { limit: 100 })
  }
  return { ...inbox, ids, found }
}

describeEachDatabase('merging words', (open) => {
  test('leaves few segments, and every mail is found as before', async () => {
    const db = await open()
    const { ids, found, changes, asker } = await inboxOfManyRuns(db)
    expect(await runs(db)).toBeGreaterThanOrEqual(db.dialect.name === 'sqlite' ? 10 : 1)
    await changes.remove(asker, ids[3] ?? 0)
    await createWordMerging({ db, pause }).sweep()
    expect(await runs(db)).toBeLessThan(8)
    expect(await found('red')).toEqual(ids.filter((id) => id !== ids[3]).toReversed())
    expect(await found('n7')).toEqual([ids[7]])
  })

  test('lets mail in between its steps, and ends when it is stopped', async () => {
    const db = await open()
    const { receive, ids, found } = await inboxOfManyRuns(db)
    const merging = createWordMerging({ db, pause: () => receive('red late') })
    const swept = merging.sweep()
    const [last] = await receive('red last')
    merging.stop()
    await swept
    const all = await found('red')
    expect(all).toEqual(expect.arrayContaining([...ids, last]))
    expect(all.length).toBeLessThan(ids.length + 4)
  })
})
