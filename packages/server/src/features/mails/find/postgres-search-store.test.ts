import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openPostgres } from '../../../../test/support/databases.ts'
import { plansOf, rowsRead } from '../../../../test/searching/query-plans.ts'
import { insertTeam, newMail } from '../../../../test/support/store-rows.ts'
import { indexNewWords, writeNewWords } from '../../../../test/searching/word-indexes.ts'
import type { Database, Sql } from '../../../db/database.ts'
import { createWordFinders } from '../../../db/postgres/words/word-finders.ts'
import type { SearchField } from '../../../db/words/search-index.ts'
import type { MailSearch, RowTest } from './mail-condition.ts'
import type { SearchPage, SearchScope } from './search-engine.ts'
import { countFound, countUnreadFound, searchMails } from './search-store.ts'

const mails = 40_000
/**
 * This many of the oldest and of the newest mails have words that others have too, but not together or not in this
 * field.
 */
const few = 500
/** The newest of them, which are in no index yet. */
const newMails = 200
const inIndex = 8_000

async function openStore(): Promise<Database> {
  const db = await openPostgres()
  return db
}

/** All have `every`. The oldest and the newest have senders whose names are words of all other mail. */
async function largeTeam() {
  const db = await openStore()
  const { teamId } = await insertTeam(db, 'ann')
  const other = await insertTeam(db, 'bob')
  const [first = 0] = await db.nextIds('mails', mails)
  const team = sql`case when n % 4 = 0 then ${sql.lit(other.teamId)} else ${sql.lit(teamId)} end`
  await sql`
    insert into mails (id, team_id, received_at, subject, from_name, from_address, recipients,
      envelope_from, envelope_to, attachment_count, size, read_at, flagged_at)
    select n + ${sql.lit(first - 1)}, ${team}, n, '', '', '', '[]', '', '[]', 0, n,
      case when n % 3 = 0 then 1 end, case when n % 1000 = 1 then 1 end
    from generate_series(1, ${mails}::int) as numbers (n)`.execute(db.longReads)
  const own = Array.from({ length: mails }, (_, at) => at + 1).filter((n) => n % 4 !== 0)
  for (let from = 0; from < own.length; from += 1_000) {
    const some = own.slice(from, from + 1_000)
    await writeNewWords(
      db,
      teamId,
      some.map((n) => ({ id: n + first - 1, words: wordsOf(n) })),
    )
  }
  for (let left = own.length - newMails; left > 0; left -= inIndex) {
    await indexNewWords(db, teamId, Math.min(left, inIndex))
  }
  await sql`update team_counters set total = ${own.length} where team_id = ${teamId}`.execute(
    db.longReads,
  )
  await sql`vacuum analyze`.execute(db.longReads)
  return { db, teamId }
}

function wordsOf(n: number): string {
  const body =
    n <= few
      ? 'a/ancient early'
      : n > mails - few
        ? 'a/recent late'
        : n % 5_000 === 1
          ? 'recent ancient'
          : 'ancient recent'
  return ` every ${body} ${n % 2 === 0 ? 'even' : 'odd'} `
}

const word = (text: string, field?: SearchField): MailSearch => ({
  kind: 'words',
  words: { words: text.split(' '), prefix: false, ...(field && { field }) },
})
const row = (test: RowTest): MailSearch => ({ kind: 'row', test })
const all = (...parts: MailSearch[]): MailSearch => ({ kind: 'all', parts })
const not = (part: MailSearch): MailSearch => ({ kind: 'not', part })
const any = (...parts: MailSearch[]): MailSearch => ({ kind: 'any', parts })

const matches = (few * 3) / 4
/** The tables of words are so small here that Postgres may read all for each part of an index. */
const aFew = 200
const page = { limit: 1_001 }
/** A range that is ahead of all mail has nothing to read. */
const walked = /Seq Scan on mails_below_1048576/

/** With how many are found, and how many rows of mail may be read. */
const searches: [string, MailSearch, number, number, SearchPage?][] = [
  ['a word of no mail', word('none'), 0, 0],
  ['words that no mail has together', all(word('even'), word('odd')), 0, 0],
  ['a word of the oldest mail', word('early'), matches, matches],
  ['common words with one of the oldest mail', all(word('every'), word('early')), matches, matches],
  ['a sender of the oldest mail', word('ancient', 'sender'), matches, matches],
  ['a sender of the newest mail', word('recent', 'sender'), matches, matches],
  ['a sender of no mail', word('every', 'sender'), 0, 0],
  [
    'one of two senders',
    any(word('ancient', 'sender'), word('recent', 'sender')),
    2 * matches,
    2 * matches,
  ],
  ['what the oldest sender did not send', all(word('early'), not(word('ancient', 'sender'))), 0, 0],
  ['a word of all mail', word('every'), 1_001, 1_001],
  ['a phrase that few have of those with its words', word('recent ancient'), 7, 7],
  ['a phrase that none has of those with its words', word('recent every'), 0, 0],
  [
    'the beginning of a word',
    { kind: 'words', words: { words: ['ear'], prefix: true } },
    matches,
    matches,
  ],
  ['a page further down', word('every'), 25, 25, { limit: 25, below: 9_000 }],
  ['mail above one', word('every'), 75, 75, { limit: 100, above: 39_899 }],
  [
    'few flagged mails with a word',
    all(word('odd'), row({ is: 'flagged' })),
    40,
    40,
    { limit: 100, fewRows: true },
  ],
]

const finds = [searchMails, countFound, countUnreadFound]

/** A scope as for the first search of a process: it knows nothing yet. */
function scopeOn(db: Database, store: Sql, teamId: number): SearchScope {
  const words = createWordFinders({ store })
  return { ...db, sql: store, teamId, words }
}

test('no search reads more rows than match, however old its matches are', async () => {
  const { db, teamId } = await largeTeam()
  for (const [name, search, found, most, asked = page] of searches) {
    expect(await countFound({ ...db, teamId }, search, asked), name).toBe(found)
    for (const find of finds) {
      const work = (store: Sql) => find(scopeOn(db, store, teamId), search, asked)
      expect(await rowsRead(db, work), name).toBeLessThanOrEqual(most + aFew)
    }
    for (const plan of await plansOf(db, (store) =>
      searchMails(scopeOn(db, store, teamId), search, asked),
    )) {
      expect(plan, name).not.toMatch(walked)
    }
  }
}, 120_000)

test('searches that know words ask for nothing but what changes', async () => {
  const { db, teamId } = await largeTeam()
  const words = createWordFinders({ store: db.sql })
  // Several searches ask together whether mail waits for its words.
  const scope = { ...db, teamId, words, unindexed: async () => null }
  for (const [name, search, , , asked = page] of searches) {
    await searchMails(scope, search, asked)
    const statements = await plansOf(db, (store) =>
      searchMails({ ...scope, sql: store }, search, asked),
    )
    // Rows of mail; none where no word is found.
    expect(statements.length, name).toBeLessThanOrEqual(1)
  }
}, 120_000)

test('where words are one of several ways to meet a condition, no more mails are looked at than it takes', async () => {
  const { db, teamId } = await largeTeam()
  for (const part of [word('every'), word('every recent'), word('ancient', 'sender')]) {
    const search = any(row({ is: 'flagged' }), part)
    const work = (store: Sql) => searchMails(scopeOn(db, store, teamId), search, { limit: 25 })
    for (const plan of await plansOf(db, work)) expect(plan).not.toMatch(walked)
  }
  const common = any(row({ is: 'flagged' }), word('every'))
  const work = (store: Sql) => searchMails(scopeOn(db, store, teamId), common, { limit: 25 })
  expect(await rowsRead(db, work)).toBeLessThanOrEqual(25 + aFew)
}, 120_000)

test('a search of what arrived after a marker reads no words of older mail', async () => {
  const { db, teamId } = await largeTeam()
  await sql`insert into mail_arrivals (mail_id, team_id, revision, at)
    select id, team_id, id, 1 from mails where team_id = ${teamId} order by id desc limit 20`.execute(
    db.longReads,
  )
  const arrived = (after: number) => row({ arrivedAfter: { revision: after, mailId: 0 } })
  const find = (part: MailSearch, after: number) => (store: Sql) =>
    searchMails(scopeOn(db, store, teamId), all(part, arrived(after)), { limit: 1 })
  for (const part of [word('none'), word('early'), any(row({ is: 'flagged' }), word('early'))]) {
    for (const after of [0, mails - 10, mails]) {
      expect(await find(part, after)(db.sql)).toEqual([])
      const plans = await plansOf(db, find(part, after))
      expect(plans.filter((plan) => plan.includes('word_blocks'))).toEqual([])
      expect(await rowsRead(db, find(part, after))).toBeLessThanOrEqual(aFew)
    }
  }
  expect(await find(word('every'), mails - 10)(db.sql)).toEqual([mails - 1])
}, 120_000)

test('mail that comes while a search looks up words does not meet the opposite of a condition', async () => {
  const db = await openStore()
  const { teamId } = await insertTeam(db, 'ann')
  const entry = { team_id: teamId, facts: '', sender: '', recipients: '', subject: '' }
  const write = async (body: string) => {
    const [id = 0] = await db.nextIds('mails', 1)
    await db.write([
      { insert: 'mails', rows: [newMail(id, teamId)] },
      { index: [{ ...entry, mail_id: id, body }] },
    ])
    return id
  }
  const blue = await write('blue')
  const words = createWordFinders({ store: db.sql })
  const scope: SearchScope = {
    ...db,
    teamId,
    words: {
      find: (team, work) =>
        words.find(team, async (finder) => {
          await write('red')
          return work(finder)
        }),
    },
  }
  const search = not(all(word('red'), row({ is: 'unread' })))
  expect(await searchMails(scope, search, page)).toEqual([blue])
})
