import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '../../../../../test/support/databases.ts'
import { insertVerifiedTeam } from '../../../../../test/support/factories.ts'
import { manyMails, plansOf } from '../../../../../test/searching/query-plans.ts'
import type { Sql } from '../../../database.ts'
import { mostNew } from './index-sizes.ts'
import { replaceIn } from './replace-words.ts'
import { createWordSweep, sweepNewWords } from './sweep-words.ts'
import { listWords, readNewWordsIn } from '../find/word-finder-store.ts'
import { listIndexes, listNewWords, keptOf, readNewWords } from './word-index-store.ts'
import { createWordThreads } from '../word-threads.ts'

/** Mail of two teams in some ranges, and new words and indexes of many. */
async function largeStore() {
  const opened = await openPostgres()
  const db = { ...opened, sql: opened.longReads }
  const teamId = await insertVerifiedTeam(db, 1)
  const other = await insertVerifiedTeam(db, 2)
  const ids = await manyMails(db, teamId, other)
  await sql`
    insert into new_words (team_id, first_mail, mail_ids, bytes, words)
    select id % 2000, id, array[id], 3, 'x' from mails`.execute(db.sql)
  await sql`
    insert into word_indexes (team_id, first_mail, last_mail, mails, bytes, terms, directory, made_at, checked_at)
    select id % 2000, id, id, 1, 3, 1, 'x', 1000, 1000 from mails where id % 2 = 0`.execute(db.sql)
  await sql`
    insert into word_blocks (index_id, first_mail, no, postings, places)
    select id, first_mail, 0, 'x', 'x' from word_indexes`.execute(db.sql)
  await sql`vacuum analyze new_words, word_indexes, word_blocks`.execute(db.sql)
  return { db, teamId, ids }
}

const whole = /Seq Scan on (mails|new_words|word_indexes|word_blocks)(_below_\d+)?\b(?! .*rows=0 )/

test('no step of making indexes goes through all mail or all words', async () => {
  const { db, teamId, ids } = await largeStore()
  const deps = { threads: createWordThreads(), now: () => 1, onAwaited() {} }
  onTestFinished(deps.threads.stop)
  const places = async (store: Sql) => {
    const newWords = await readNewWords(store, teamId, mostNew)
    const indexes = await listIndexes(store, teamId, { from: 0, to: Number.MAX_SAFE_INTEGER })
    return { teamId, newWords: newWords.slice(0, 8), indexes: indexes.slice(0, 8), made: [] }
  }
  const steps: [string, (store: Sql) => Promise<unknown>][] = [
    ['what is new', (store) => listNewWords(store, { after: 39_900, upTo: 40_000, missing: [5] })],
    ['what is kept', (store) => keptOf(store, ids.slice(0, 100))],
    ['the sweep', (store) => createWordSweep({ ...deps, store }).step()],
    [
      'the sweep of new words',
      (store) => sweepNewWords(store, { team_id: 0, first_mail: 0, id: 0 }),
    ],
    ['what a search lists', (store) => listWords(store, teamId, { known: [], mostBytes: 1_000 })],
    [
      'new words that are not listed',
      (store) =>
        readNewWordsIn(
          store,
          teamId,
          { from: ids[50] ?? 0, below: ids[5_000] ?? 0 },
          { after: { first_mail: -1, id: 0 }, mostBytes: 1_000 },
        ),
    ],
    ['what is replaced', async (store) => replaceIn(store, await places(store), 1)],
  ]
  for (const [name, step] of steps) {
    for (const plan of await plansOf(db, step)) {
      expect(whole.exec(plan)?.[0], `${name}: ${plan.slice(0, 3_000)}`).toBe(undefined)
    }
  }
})
