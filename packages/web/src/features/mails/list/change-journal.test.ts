import type { MailSummary } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { createChangeJournal } from './change-journal.ts'
import { withChange, withoutMails, type HeldList } from './held-list.ts'

const filter = { filter: 'all' } as const
const list: HeldList = {
  mails: [2, 1].map((id) => ({ id, flagged: false }) as MailSummary),
  total: 2,
  totalIsExact: true,
  next: null,
}
const flag = (id: number) => (held: HeldList) => withChange(held, new Set([id]), { flagged: true })
const flagged = ({ mails }: HeldList) => mails.filter((one) => one.flagged).map(({ id }) => id)

test('what becomes known while a list is fetched is in what was fetched', async () => {
  const journal = createChangeJournal()
  const fetched = await journal.during(filter, async () => {
    journal.note(flag(2))
    journal.note((held) => withoutMails(held, new Set([1])))
    return list
  })
  expect(fetched.mails).toEqual([{ id: 2, flagged: true }])
})

test('what was known before the fetch is not brought into it again', async () => {
  const journal = createChangeJournal()
  journal.note(flag(1))
  const early = journal.during(filter, async () => {
    journal.note(flag(2))
    const late = await journal.during(filter, async () => list)
    expect(flagged(late)).toEqual([])
    return list
  })
  expect(flagged(await early)).toEqual([2])
})

test('a failed fetch leaves nothing behind', async () => {
  const journal = createChangeJournal()
  const failing = journal.during(filter, async () => {
    journal.note(flag(1))
    throw new Error('lost')
  })
  await expect(failing).rejects.toThrow('lost')
  expect(flagged(await journal.during(filter, async () => list))).toEqual([])
})

test('a change that the server has yet to confirm is in every list until it is let go', async () => {
  const journal = createChangeJournal()
  const letGo = journal.keep(flag(1))
  expect(flagged(await journal.during(filter, async () => list))).toEqual([1])
  letGo()
  expect(flagged(await journal.during(filter, async () => list))).toEqual([])
})
