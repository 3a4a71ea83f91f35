import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../test/support/databases.ts'
import { fuzzRuns } from '../../../../test/support/fuzz-runs.ts'
import { waitingInbox } from '../../../../test/clients/waiting-inbox.ts'
import type { ReceivedEntry } from '../../../events.ts'
import { requireConditions } from './mail-selection.ts'
import { mailOfRow, meets, receivedMail } from './mail-match.ts'
import { termsOf } from './mail-condition.ts'

const pieces = ['a', 'da', '@', 'x.test', '*', '*', '_', '%', '\\', '.']
const pattern = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(''))
  .filter((text) => text.replaceAll('*', '') !== '')

const addresses = [
  'ada@x.test',
  'a@x.test',
  'aada@y.test',
  'a_a@x.test',
  'a%a@x.test',
  'ada.x@x.test',
]

describeEachDatabase('the match of one mail', (open) => {
  test('finds by a pattern of addresses what a list finds', async () => {
    const { send, events, mails, request } = await waitingInbox(await open())
    const entries: [number, ReceivedEntry][] = []
    events.on('mailReceived', ({ mailId, entry }) => entry && entries.push([mailId, entry]))
    for (const to of addresses) await send({ to, from: to })
    await fc.assert(
      fc.asyncProperty(pattern, fc.constantFrom('to', 'from'), async (text, name) => {
        const { data } = await mails.show.list(request(), { filter: 'all', [name]: text })
        const [condition] = requireConditions({ [name]: text }, 0)
        if (!condition) throw new Error(`${text} asks for nothing`)
        const found = (met: (entry: ReceivedEntry) => boolean | null) =>
          entries.filter(([, entry]) => met(entry)).map(([id]) => id)
        const listed = data.map(({ id }) => id).toReversed()
        const { search } = condition
        expect(found((entry) => meets(search, receivedMail(entry)))).toEqual(listed)
        // The row knows all addresses.
        expect(
          found(({ row }) => meets(search, mailOfRow({ ...row, tag_keys: null, marks: null }))),
        ).toEqual(listed)
      }),
      { numRuns: fuzzRuns(60) },
    )
  })
})

test.each([
  ['a whole address', 'ada@x.test', 1],
  ['a domain', '*@x.test', 1],
  ['a beginning and a domain', 'ada*@x.test', 6],
  ['150 pieces', `${'*a'.repeat(150)}*z`, 304],
])('a pattern of %s counts as what has to be compared', (_, to, terms) => {
  const [condition] = requireConditions({ to }, 0)
  expect(condition && termsOf(condition.search)).toBe(terms)
})
