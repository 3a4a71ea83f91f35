import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeAlike, openPostgres } from '../../../../test/support/databases.ts'
import { insertVerifiedTeam } from '../../../../test/support/factories.ts'
import { fuzzRuns } from '../../../../test/support/fuzz-runs.ts'
import { means } from '../../../../test/searching/search-model.ts'
import { searchTrees } from '../../../../test/searching/search-trees.ts'
import { loseWords } from '../../../../test/searching/stored-words.ts'
import {
  anyMail,
  catchAll,
  searchedAt,
  searchedWords,
} from '../../../../test/searching/searched-mails.ts'
import { indexNewWords, mergeIndexes } from '../../../../test/searching/word-indexes.ts'
import type { Database } from '../../../db/database.ts'
import { countFound, countUnreadFound, searchMails } from './search-store.ts'
import { meets } from './mail-match.ts'
import { withInboxes } from './named-inboxes.ts'
import { searchMeaning } from './text/grammar.ts'

// FUZZ_RUNS=5000 asks 5,000 questions of 2,000 mails.
const queries = fuzzRuns(40, 150)
const mailCount = queries > 1_000 ? 2_000 : 200
const limitMs = 60_000 + queries * 3_000

const word = fc.oneof(
  fc.constantFrom(...searchedWords),
  fc.constantFrom('ada@rocket.test', "o'neil", 'red-green', 'rocket', 'gre', 'ord', 'nowhere', '!'),
)

/** Zones with and without summer time, at two ends of the world. */
const anyZone = fc.constantFrom(
  'UTC',
  'America/New_York',
  'Europe/Berlin',
  'Africa/Cairo',
  'Pacific/Kiritimati',
)

/** Now and then: it looks at every mail. */
const fewly = fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0)

type Kept = Awaited<ReturnType<typeof catchAll>>
type Team = { db: Database; teamId: number; kept: Kept }

const sample = fc.sample(anyMail, { numRuns: mailCount, seed: 1 })

async function caught(db: Database, mails = sample): Promise<Team> {
  const teamId = await insertVerifiedTeam(db, 1)
  const other = await insertVerifiedTeam(db, 2)
  const kept = await catchAll(db, teamId, mails)
  await catchAll(db, other, sample.slice(0, 50))
  return { db, teamId, kept }
}

async function indexAll(db: Database, teamId: number, mails: number): Promise<void> {
  while ((await indexNewWords(db, teamId, Math.ceil(mails))) > 0);
}

async function expectAgreement({ db, teamId, kept }: Team, numRuns: number): Promise<void> {
  const scope = { ...db, teamId }
  const limit = mailCount * 2
  await fc.assert(
    fc.asyncProperty(searchTrees(word), anyZone, fewly, async (tree, timeZone, fewRows) => {
      const clock = { now: searchedAt, timeZone }
      const asked = searchMeaning(tree, clock)
      fc.pre(asked !== null)
      const search = await withInboxes(db.sql, teamId, asked)
      const expected = kept.filter(({ model }) => means(tree, model, clock) ?? true)
      const ids = expected.map(({ id }) => id)
      expect(await searchMails(scope, search, { limit, fewRows })).toEqual(ids)
      // A wait decides by one mail alone, and by its row where that is enough.
      expect(kept.filter(({ whole }) => meets(search, whole)).map(({ id }) => id)).toEqual(ids)
      const decided = kept.filter(({ known }) => meets(search, known) !== null)
      expect(decided.filter(({ known }) => meets(search, known))).toEqual(
        decided.filter(({ id }) => ids.includes(id)),
      )
      expect(await countFound(scope, search, { limit, fewRows })).toBe(expected.length)
      const unread = expected.filter(({ model }) => !model.read)
      expect(await countUnreadFound(scope, search, { limit, fewRows })).toBe(unread.length)
    }),
    { numRuns },
  )
}

describeAlike('a search', (open) => {
  test(
    'finds what a plain model finds',
    async () => {
      await expectAgreement(await caught(await open()), queries)
    },
    limitMs,
  )

  // The words are missing, as on a full disk, or while words are made again.
  test(
    'finds what a plain model finds while some mail waits for its words',
    async () => {
      const db = await open()
      const { teamId, kept } = await caught(db, sample.slice(0, 100))
      await loseWords(db)
      const rest = await catchAll(db, teamId, sample.slice(100, 200))
      const all = [...kept, ...rest].toSorted((a, b) => b.id - a.id)
      await expectAgreement({ db, teamId, kept: all }, Math.ceil(queries / 15))
    },
    limitMs,
  )
})

describe('a search on Postgres finds what a plain model finds', () => {
  test(
    'in word indexes, of which some are merged, and beside them',
    async () => {
      const db = await openPostgres()
      const quarter = sample.length / 4
      const { teamId, kept } = await caught(db, sample.slice(0, 2 * quarter))
      await indexAll(db, teamId, quarter / 4)
      await mergeIndexes(db, teamId)
      const some = await catchAll(db, teamId, sample.slice(2 * quarter, 3 * quarter))
      await indexAll(db, teamId, quarter / 4)
      const rest = await catchAll(db, teamId, sample.slice(3 * quarter))
      const all = [...kept, ...some, ...rest].toSorted((a, b) => b.id - a.id)
      await expectAgreement({ db, teamId, kept: all }, queries)
    },
    limitMs,
  )
})
