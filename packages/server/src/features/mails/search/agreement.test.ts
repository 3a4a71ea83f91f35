import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../test/databases.ts'
import { insertVerifiedTeam } from '../../../../test/factories.ts'
import { fuzzRuns } from '../../../../test/fuzz-runs.ts'
import { means } from '../../../../test/search-model.ts'
import { searchTrees } from '../../../../test/search-trees.ts'
import { storeOlderWords } from '../../../../test/older-words.ts'
import { anyMail, catchAll, searchedAt, searchedWords } from '../../../../test/searched-mails.ts'
import { countFound, countUnreadFound, searchMails } from './search-store.ts'
import { meets } from '../waits/mail-match.ts'
import { searchMeaning } from './meaning.ts'

// FUZZ_RUNS=5000 asks 5,000 questions of 2,000 mails.
const queries = fuzzRuns(150)
const mailCount = queries > 1_000 ? 2_000 : 200

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

describeEachDatabase('a search', (open) => {
  test.each([
    ['now', queries, () => false],
    // While mail of both forms is there, as in the store of an upgraded server.
    ['now or before migration 057', Math.ceil(queries / 3), (index: number) => index % 3 === 0],
  ])(
    'finds what a plain model finds in mail that was stored %s',
    async (_, numRuns, isOlder) => {
      const db = await open()
      const teamId = await insertVerifiedTeam(db, 1)
      const other = await insertVerifiedTeam(db, 2)
      const sample = fc.sample(anyMail, { numRuns: mailCount, seed: 1 })
      const kept = await catchAll(db, teamId, sample)
      await catchAll(db, other, sample.slice(0, 50))
      await storeOlderWords(
        db,
        kept.filter((_mail, index) => isOlder(index)).map(({ words }) => words),
      )
      const scope = { ...db, teamId }
      const limit = mailCount * 2

      await fc.assert(
        fc.asyncProperty(searchTrees(word), anyZone, fewly, async (tree, timeZone, fewRows) => {
          const clock = { now: searchedAt, timeZone }
          const search = searchMeaning(tree, clock)
          fc.pre(search !== null)
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
    },
    1_800_000,
  )
})
