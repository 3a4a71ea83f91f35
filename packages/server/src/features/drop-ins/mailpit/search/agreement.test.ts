import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeAlike } from '../../../../../test/support/databases.ts'
import { insertVerifiedTeam } from '../../../../../test/support/factories.ts'
import { fuzzRuns } from '../../../../../test/support/fuzz-runs.ts'
import {
  findsInMailpit,
  mailpitTerms,
  writtenTerms,
} from '../../../../../test/searching/mailpit-search-model.ts'
import { anyMail, catchAll, searchedAt } from '../../../../../test/searching/searched-mails.ts'
import { countFound, countUnreadFound, searchMails } from '../../../mails/find/search-store.ts'
import { meets } from '../../../mails/find/mail-match.ts'
import { parseMailpitSearch } from './parse-search.ts'

// FUZZ_RUNS=5000 asks 5,000 questions of 2,000 mails.
const queries = fuzzRuns(40, 150)
const mailCount = queries > 1_000 ? 2_000 : 200
const limitMs = 60_000 + queries * 3_000
const clock = { now: searchedAt, timeZone: 'UTC' }

describeAlike('a search of Mailpit', (open) => {
  test(
    'finds what a plain model finds, newest first, page by page',
    async () => {
      const db = await open()
      const teamId = await insertVerifiedTeam(db, 1)
      const sample = fc.sample(anyMail, { numRuns: mailCount, seed: 2 })
      const kept = await catchAll(db, teamId, sample)
      await catchAll(db, await insertVerifiedTeam(db, 2), sample.slice(0, 50))
      const scope = { ...db, teamId }
      const limit = mailCount * 2
      const compared = 50
      const bounds = fc.record({ offset: fc.nat(90), limit: fc.integer({ min: 1, max: 60 }) })

      await fc.assert(
        fc.asyncProperty(mailpitTerms, bounds, async (terms, page) => {
          const search = parseMailpitSearch(writtenTerms(terms), clock)
          const expected = kept.filter(({ model }, index) =>
            findsInMailpit(terms, model, index < compared),
          )
          const ids = expected.map(({ id }) => id)
          expect(await searchMails(scope, search, { limit, compared })).toEqual(ids)
          expect(await searchMails(scope, search, { ...page, compared })).toEqual(
            ids.slice(page.offset, page.offset + page.limit),
          )
          const count = Math.min(page.limit, ids.length)
          const counted = { limit: page.limit, compared }
          expect(await countFound(scope, search, counted)).toBe(count)
          const unread = expected.slice(0, page.limit).filter(({ model }) => !model.read)
          expect(await countUnreadFound(scope, search, counted)).toBe(unread.length)
          // One mail is compared whole.
          const met = kept.filter(({ model }) => findsInMailpit(terms, model, true))
          expect(kept.filter(({ whole }) => meets(search, whole)).map(({ id }) => id)).toEqual(
            met.map(({ id }) => id),
          )
        }),
        { numRuns: queries },
      )
    },
    limitMs,
  )
})
