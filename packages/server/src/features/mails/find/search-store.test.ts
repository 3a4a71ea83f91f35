import { expect, test } from 'vitest'
import { describeAlike, openPostgres } from '../../../../test/support/databases.ts'
import { insertTeam, newMail } from '../../../../test/support/store-rows.ts'
import { someByDay } from '../../../../test/nightly.ts'
import { indexNewWords, mergeIndexes } from '../../../../test/searching/word-indexes.ts'
import type { Database } from '../../../db/database.ts'
import type { MailSearch } from './mail-condition.ts'
import type { SearchPage, SearchScope } from './search-engine.ts'
import { countFound, countUnreadFound, searchMails, searchTogether } from './search-store.ts'

const mails = 9_000
const atOnce = 1_500

/** Words of the mail of an index, the oldest first. */
const wordsOf = (index: number) => [
  'every',
  ...(index % 4 === 0 ? ['fourth'] : []),
  ...(index % 500 === 7 ? ['rare'] : []),
  ...(index < 40 ? ['ancient'] : []),
]
/** A word that others have in their text. */
const senderOf = (index: number) => (index < 30 ? 'every every' : 'ann')
const isRead = (index: number) => index % 3 === 0

async function largeTeam(database: Database) {
  const team = await emptyTeam(database)
  for (let from = 0; from < mails; from += atOnce) await writeMails(database, team, from)
  return { scope: { ...database, teamId: team.teamId }, ids: team.ids }
}

type Team = { teamId: number; ids: number[] }

async function emptyTeam(database: Database): Promise<Team> {
  const { teamId } = await insertTeam(database, 'ann')
  return { teamId, ids: await database.nextIds('mails', mails) }
}

async function writeMails(database: Database, { teamId, ids }: Team, from: number): Promise<void> {
  const some = Array.from({ length: atOnce }, (_, at) => from + at)
  const idOf = (index: number) => ids[index] ?? 0
  const texts = { facts: '', recipients: '', subject: '' }
  await database.write([
    {
      insert: 'mails',
      rows: some.map((index) => {
        return { ...newMail(idOf(index), teamId), read_at: isRead(index) ? 1 : null }
      }),
    },
    {
      add: 'team_counters',
      key: 'team_id',
      rows: [{ team_id: teamId, total: atOnce, unread: 0, flagged: 0 }],
    },
    {
      index: some.map((index) => {
        const words = { sender: senderOf(index), body: wordsOf(index).join(' ') }
        return { mail_id: idOf(index), team_id: teamId, ...texts, ...words }
      }),
    },
  ])
}

const phrase = (text: string, field?: 'sender'): MailSearch => {
  const words = text.split(' ')
  return { kind: 'words', words: { words, prefix: false, ...(field && { field }) } }
}
const word = phrase
const not = (part: MailSearch): MailSearch => ({ kind: 'not', part })
const unread: MailSearch = { kind: 'row', test: { is: 'unread' } }
const all = (...parts: MailSearch[]): MailSearch => ({ kind: 'all', parts })
const any = (...parts: MailSearch[]): MailSearch => ({ kind: 'any', parts })

type Meant = (index: number) => boolean
const has =
  (text: string): Meant =>
  (index) =>
    wordsOf(index).includes(text)

const searches: [string, MailSearch, Meant][] = [
  ['a word of every mail', word('every'), () => true],
  ['a frequent word', word('fourth'), has('fourth')],
  ['a rare word', word('rare'), has('rare')],
  ['a word of old mail', word('ancient'), has('ancient')],
  ['a word of no mail', word('none'), () => false],
  [
    'a frequent word, unread',
    all(word('fourth'), unread),
    (at) => has('fourth')(at) && !isRead(at),
  ],
  ['a sender of old mail', word('every', 'sender'), (index) => index < 30],
  ['a sender with a word twice', phrase('every every', 'sender'), (index) => index < 30],
  [
    'a phrase of old mail',
    phrase('fourth ancient'),
    (index) => has('fourth')(index) && has('ancient')(index),
  ],
  ['a phrase of common words that none has', phrase('fourth every'), () => false],
  [
    'mail without a sender and a phrase',
    all(not(word('every', 'sender')), not(phrase('every fourth'))),
    (index) => index >= 30 && !has('fourth')(index),
  ],
  [
    'a rare word, or a frequent one of unread mail',
    any(word('rare'), all(word('fourth'), unread)),
    (at) => has('rare')(at) || (has('fourth')(at) && !isRead(at)),
  ],
  [
    'old mail, or what is read and lacks a phrase',
    any(word('ancient'), not(any(unread, phrase('every fourth')))),
    (at) => has('ancient')(at) || (isRead(at) && !has('fourth')(at)),
  ],
  ['mail without a word', { kind: 'not', part: word('every') }, () => false],
  [
    'one of several',
    { kind: 'any', parts: [word('rare'), word('ancient')] },
    (at) => has('rare')(at) || has('ancient')(at),
  ],
]

describeAlike('a search of much mail', (open) => {
  test('finds its newest matches, however frequent they are and in whatever place', async () => {
    const { scope, ids } = await largeTeam(await open())
    await expectMatches(scope, ids)
  }, 120_000)

  test('finds the same as others that share what they read', async () => {
    const { scope } = await largeTeam(await open())
    const asked = [...searches.map(([, search]) => search), unread, not(unread)]
    const page = { limit: 1_000 }
    const count = (of: SearchScope) =>
      Promise.all(asked.map((search) => countUnreadFound(of, search, page)))
    expect(await searchTogether(scope, count)).toEqual(await count(scope))
  }, 120_000)
})

test('mail is found in indexes, in those that they become, and beside them', async () => {
  const database = await openPostgres()
  const { scope, ids } = await largeTeam(database)
  for (let left = 4; left > 0; left -= 1) await indexNewWords(database, scope.teamId, atOnce)
  await expectMatches(scope, ids)
  await mergeIndexes(database, scope.teamId)
  await expectMatches(scope, ids, 1)
}, 120_000)

async function expectMatches(scope: SearchScope, ids: number[], most = Infinity): Promise<void> {
  const pages: SearchPage[] = [
    { limit: 26 },
    { limit: 26, offset: 900 },
    { limit: 26, below: ids[5_000] ?? 0 },
    { limit: 1_001 },
    { limit: 2_000, below: ids[8_500] ?? 0 },
    { limit: mails },
    { limit: 26, fewRows: true, above: ids[8_700] ?? 0 },
    { limit: 1_001, above: ids[7_000] ?? 0 },
  ]
  const asked = searches.flatMap((each) =>
    pages.slice(0, most).map((page) => [...each, page] as const),
  )
  for (const [name, search, isMeant, page] of someByDay(asked, 7)) {
    const { limit, offset = 0, below = Infinity, above = 0 } = page
    const expected = ids
      .map((_, index) => index)
      .filter(isMeant)
      .filter((index) => (ids[index] ?? 0) < below && (ids[index] ?? 0) > above)
      .toReversed()
      .slice(offset, offset + limit)
    const found = await searchMails(scope, search, page)
    expect(found, name).toEqual(expected.map((index) => ids[index]))
    expect(await countFound(scope, search, page), name).toBe(expected.length)
    const unreadOnes = expected.filter((index) => !isRead(index))
    expect(await countUnreadFound(scope, search, page), name).toBe(unreadOnes.length)
  }
}
