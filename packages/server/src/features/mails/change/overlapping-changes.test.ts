import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../test/support/databases.ts'
import { mailInbox } from '../../../../test/clients/mail-inbox.ts'
import { createMailChanges } from './mail-changes.ts'
import { createRetention } from '../keep/mail-retention.ts'
import { createTrash, keptTrashMs } from '../keep/mail-trash.ts'

const everything = { query: { filter: 'all' as const } }
const mails = 400
const rounds = 6

describeEachDatabase('changes of the same mails at the same time', (open) => {
  test('all succeed, and leave counters that are true', async () => {
    const db = await open()
    const { asker, changes, receive, deps, clock, counters } = await mailInbox(db)
    const ids = await receive(...Array.from({ length: mails }, (_, index) => `n${index}`))
    // Acts as another process: it knows nothing of what the first is doing.
    const elsewhere = createMailChanges(deps)
    const oldestFirst = { ids }
    const newestFirst = { ids: ids.toReversed() }
    const shuffled = { ids: ids.toSorted((a, b) => ((a * 7_919) % mails) - ((b * 7_919) % mails)) }

    for (let round = 0; round < rounds; round += 1) {
      const { deletion } = await changes.removeMany(
        asker,
        { ids: ids.slice(0, mails / 2) },
        { withFlagged: true },
      )
      await Promise.all([
        changes.updateMany(asker, everything, { read: true, flagged: round % 2 === 0 }),
        elsewhere.updateMany(asker, everything, { read: false }),
        changes.updateMany(asker, oldestFirst, { flagged: true, read: true }),
        elsewhere.updateMany(asker, newestFirst, { read: false, flagged: false }),
        elsewhere.updateMany(asker, shuffled, { read: true, flagged: true }),
        changes.restore(asker, { deletion }),
        elsewhere.restore(asker, shuffled),
        changes.removeMany(asker, shuffled, { withFlagged: true }),
        elsewhere.removeMany(asker, everything, { withFlagged: false }),
        ...ids.slice(0, 20).map((id) => changes.update(asker, id, { read: true }).catch(goneOnly)),
        receive('more', 'and more'),
        createTrash({ ...deps, now: () => clock.time + keptTrashMs + 1 }).sweep(),
        createRetention({ ...deps, days: null, mails: mails / 4 }).sweep(),
      ])
      expect(await counters()).toMatchObject({ isTrue: true })
      ids.push(...(await receive(...Array.from({ length: mails / 4 }, () => 'again'))))
    }
  }, 120_000)
})

function goneOnly(error: unknown): void {
  expect(error).toMatchObject({ code: 'not_found' })
}
