import { expect, test } from 'vitest'
import type { MailRow } from '../../../db/schema.ts'
import type { MailOutline } from '../../../mime/view/described-mail.ts'
import { createSummaries } from './summaries.ts'

const request = { actor: { kind: 'user' }, action: 'read_mail', teamId: 1 } as never

/** Mails whose subjects have these numbers of bytes. */
async function listOf(sizes: number[]) {
  const held: number[] = []
  const outline: MailOutline = {
    messageId: '',
    from: null,
    to: [],
    cc: [],
    bcc: [],
    replyTo: [],
    subject: '',
    attachments: 0,
    snippet: '',
  }
  const rowOf = (id: number) =>
    ({ id, size: 1, received_at: 0, read_at: null, envelope_to: '[]', login: null }) as MailRow
  const summaries = createSummaries({
    mails: {
      show: {
        requireMail: async (_request, id) => rowOf(id),
        outline: async ({ id }) => ({ ...outline, subject: 'x'.repeat(sizes[id - 1] ?? 0) }),
        listed: async () => [],
      },
    },
  })
  const rows = sizes.map((_size, index) => ({ ...rowOf(index + 1), tags: [] }))
  const list = await summaries.of(request, rows, async (bytes) => held.push(bytes))
  return { ids: list.map(({ ID }) => Number(ID)), held }
}

const mib = 1024 * 1024

test('a thousand ordinary summaries wait for no memory', async () => {
  const { ids, held } = await listOf(Array<number>(1_000).fill(1_000))
  expect(ids).toHaveLength(1_000)
  expect(held).toEqual([])
})

test('large ones wait for memory once, and the list ends before it has more', async () => {
  const { ids, held } = await listOf(Array<number>(1_000).fill(mib / 2))
  expect(ids).toHaveLength(15)
  expect(held).toEqual([24 * mib])
})

test('one that is larger than a list may be is a list of its own', async () => {
  expect((await listOf([9 * mib, 1])).ids).toEqual([1])
})
