import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { plansOf, rowsRead } from '../../../../../test/query-plans.ts'
import { insertTeam } from '../../../../../test/store-rows.ts'
import { storeFromBefore } from '../../../../../test/words-from-before.ts'
import type { Database } from '../../../../db/database.ts'
import type { SearchField } from '../../../../db/words/search-index.ts'
import type { MailSearch } from '../mail-condition.ts'
import { countFound, countUnreadFound, searchMails } from '../search-store.ts'

const mails = 40_000
/** In the oldest and the newest so many mails are words that others have too, but not together or not in this field. */
const few = 500

/** All have `every`. The oldest and the newest have senders whose names are words of all other mail. */
async function largeTeam() {
  const { db } = await storeFromBefore()
  const { teamId } = await insertTeam(db, 'ann')
  const other = await insertTeam(db, 'bob')
  const [first = 0] = await db.nextIds('mails', mails)
  const team = sql`case when n % 4 = 0 then ${sql.lit(other.teamId)} else ${sql.lit(teamId)} end`
  const id = sql`n + ${sql.lit(first - 1)}`
  const numbers = sql`generate_series(1, ${mails}::int) as numbers (n)`
  await sql`
    insert into mails (id, team_id, received_at, subject, from_name, from_address, recipients,
      envelope_from, envelope_to, attachment_count, size, read_at)
    select ${id}, ${team}, n, '', '', '', '[]', '', '[]', 0, 1,
      case when n % 3 = 0 then 1 end
    from ${numbers}`.execute(db.longReads)
  await sql`
    insert into mail_words (mail_id, words)
    select ${id}, (
      '''' || ' ' || ${team} || ''' every:9D '
      || case
        when n <= ${sql.lit(few)} then 'ancient:1A early:20D'
        when n > ${sql.lit(mails - few)} then 'recent:1A late:20D'
        else 'ancient:20D recent:21D' end
      || case when n % 2 = 0 then ' even:30D' else ' odd:30D' end)::tsvector
    from ${numbers}`.execute(db.longReads)
  await sql`update team_counters set total = ${sql.lit((mails * 3) / 4)} where team_id = ${teamId}`.execute(
    db.longReads,
  )
  await sql`vacuum analyze mail_words, mails`.execute(db.longReads)
  return { db, teamId }
}

const word = (text: string, field?: SearchField): MailSearch => ({
  kind: 'words',
  words: { words: [text], prefix: false, ...(field && { field }) },
})
const all = (...parts: MailSearch[]): MailSearch => ({ kind: 'all', parts })
const not = (part: MailSearch): MailSearch => ({ kind: 'not', part })
const any = (...parts: MailSearch[]): MailSearch => ({ kind: 'any', parts })

const matches = (few * 3) / 4
/** Each match is read as a word and as a row, and again as a word where a window goes on in the next span. */
const rows = 3 * matches
/** For who the mail belongs to. */
const aFew = 20
/** Of a search that the newest mails answer: the matches among them, and no more. */
const firstWindows = 6_000

/** With how many are found, and how many rows may be read. */
const searches: [string, MailSearch, number, number][] = [
  ['a word of no mail', word('none'), 0, 0],
  ['words that no mail has together', all(word('even'), word('odd')), 0, 0],
  ['a word of the oldest mail', word('early'), matches, rows],
  [
    'common words with one of the oldest mail',
    all(word('every'), word('early')),
    matches,
    2 * matches,
  ],
  ['a sender of the oldest mail', word('ancient', 'sender'), matches, rows],
  ['a sender of the newest mail', word('recent', 'sender'), matches, rows],
  ['a sender of no mail', word('every', 'sender'), 0, 0],
  [
    'one of two senders',
    any(word('ancient', 'sender'), word('recent', 'sender')),
    2 * matches,
    2 * rows,
  ],
  ['what the oldest sender did not send', all(word('early'), not(word('ancient', 'sender'))), 0, 0],
  ['a word of all mail', word('every'), 1_001, firstWindows],
]

/** That of each range. */
const asked = /Bitmap Index Scan on mail_words_below_\d+_word_lexemes_idx/
/** A range that is ahead of all mail has nothing to read. */
const walked = /Seq Scan on mail_words(?!_below_2097152)|mail_words_pkey/

test('no search reads more rows than match, however old its matches are', async () => {
  const { db, teamId } = await largeTeam()
  const page = { limit: 1_001 }
  for (const [name, search, found, most] of searches) {
    const scope = { ...db, teamId }
    expect(await countFound(scope, search, page), name).toBe(found)
    for (const find of [searchMails, countFound, countUnreadFound]) {
      const read = await rowsRead(db, (store) => find({ ...scope, sql: store }, search, page))
      expect(read, name).toBeLessThanOrEqual(most + aFew)
      const plans = await plansOf(db, (store) => find({ ...scope, sql: store }, search, page))
      for (const plan of plans.filter((plan) => /CTE matching/.test(plan))) {
        expect(plan, name).toMatch(asked)
        expect(plan, name).not.toMatch(walked)
      }
    }
  }
}, 60_000)

test('words beside conditions on rows are asked of the index', async () => {
  const { db, teamId } = await largeTeam()
  const flagged: MailSearch = { kind: 'row', test: { is: 'flagged' } }
  for (const part of [word('every'), word('ancient', 'sender'), word('every', 'body')]) {
    const plans = await plansOf(db, (store) =>
      searchMails({ ...db, sql: store, teamId }, any(flagged, part), { limit: 25 }),
    )
    expect(plans.join('\n')).toMatch(asked)
    expect(plans.join('\n')).not.toMatch(walked)
  }
}, 60_000)

test('a phrase is compared in no more mails than it takes', async () => {
  const { db, teamId } = await largeTeam()
  const phrase: MailSearch = {
    kind: 'words',
    words: { words: ['ancient', 'recent'], prefix: false },
  }
  const find = (store: Database['sql']) =>
    searchMails({ ...db, sql: store, teamId }, phrase, { limit: 25 })
  expect(await find(db.sql)).toHaveLength(25)
  expect(await rowsRead(db, find)).toBeLessThanOrEqual(firstWindows)
}, 60_000)
