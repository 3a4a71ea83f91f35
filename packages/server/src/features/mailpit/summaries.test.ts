import { expect, test } from 'vitest'
import { requestBy, userActor } from '../../../test/actors.ts'
import { newMail } from '../../../test/store-rows.ts'
import type { MailRow } from '../../db/schema.ts'
import type { MailOutline } from '../../mime/described-mail.ts'
import { createSummaries } from './summaries.ts'

const request = requestBy(userActor(1), 1, 'read_mail')
const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ ...(newMail(at + 1, 1) as MailRow), tags: [] }))

/** Mails to so many people, each with a name of a kilobyte. */
function summariesOf(people: number) {
  const name = 'x'.repeat(1_000)
  const outline: MailOutline = {
    messageId: '',
    from: null,
    to: Array.from({ length: people }, () => ({ name, address: 'a@b.test' })),
    cc: [],
    bcc: [],
    replyTo: [],
    subject: '',
    attachments: 0,
    snippet: '',
  }
  let read = 0
  const summaries = createSummaries({
    mails: {
      requireMail: async (_request, id) => newMail(id, 1) as MailRow,
      outline: async () => {
        read += 1
        return outline
      },
      listed: async () => [],
    },
  })
  return { of: summaries.of, read: () => read }
}

test('a list ends before its summaries are too large together, and has one at least', async () => {
  const large = summariesOf(1_000)
  expect(await large.of(request, rows(20))).toHaveLength(8)
  expect(large.read()).toBe(9)
  expect(await summariesOf(10_000).of(request, rows(3))).toHaveLength(1)
  expect(await summariesOf(1).of(request, rows(1_000))).toHaveLength(1_000)
})

test('a source is read once for many lists', async () => {
  const { of, read } = summariesOf(1)
  for (let time = 0; time < 3; time += 1) await of(request, rows(50))
  expect(read()).toBe(50)
})
