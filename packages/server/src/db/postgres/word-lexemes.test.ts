import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createPostgresDatabase } from '../../../test/databases.ts'
import { openDatabase } from '../open-database.ts'
import type { SearchEntry } from '../words/search-index.ts'
import { wordListOf } from '../words/word-list.ts'
import { tsvectorText } from './tsvector.ts'

async function lexemesOf() {
  const { url, drop } = await createPostgresDatabase()
  onTestFinished(drop)
  const log = pino({ level: 'silent' })
  const db = await openDatabase({ dataDir: tmpdir(), databaseUrl: url, log })
  onTestFinished(() => db.close())
  return async (words: string | null, wordList: string | null) => {
    const { rows } = await sql<{ lexemes: string[] }>`
      select tsvector_to_array(word_lexemes(70000, ${words}::tsvector, ${wordList})) as lexemes
    `.execute(db.sql)
    return rows[0]?.lexemes ?? []
  }
}

const entry: SearchEntry = {
  mail_id: 70_000,
  team_id: 5,
  facts: 'àannãshop áshop',
  sender: 'ann shop',
  recipients: 'bob',
  subject: "red o'neil shop",
  body: 'red shoes shop \\ red',
}

test('the index has the same of a mail, in whichever form its words are stored', async () => {
  const lexemes = await lexemesOf()
  const now = await lexemes(null, wordListOf(entry))
  expect(now).toEqual(await lexemes(tsvectorText(entry), null))
  expect(now).toEqual(expect.arrayContaining(['/5', '10/68', '14/4', 'a/shop', 'c/red', 'shop']))
})

test('it has each word of a very large mail from before, without its field', async () => {
  const lexemes = await lexemesOf()
  const subject = Array.from({ length: 90_000 }, (_, at) => at.toString(36)).join(' ')
  const found = await lexemes(tsvectorText({ ...entry, facts: '', subject, body: '' }), null)
  expect(found).toEqual(expect.arrayContaining(['/5', 'ann', '4zz']))
  expect(found).not.toContain('c/4zz')
})

test('a mail has no more words than the index takes', async () => {
  const lexemes = await lexemesOf()
  const body = Array.from({ length: 9_000 }, (_, at) => `${at}${'木'.repeat(60)}`).join(' ')
  const list = wordListOf({ ...entry, facts: `${'x'.repeat(681)} kept`, body })
  expect(list.length).toBeLessThanOrEqual(300_000)
  const found = await lexemes(null, list)
  expect(found).toContain('kept')
  expect(found).toContain(`0${'木'.repeat(60)}`)
  expect(found.every((word) => word.length <= 680)).toBe(true)
})
