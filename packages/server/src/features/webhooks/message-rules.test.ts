import { limits } from '@mailstop/contract/limits'
import { expect, test } from 'vitest'
import { bodyOf } from './message-rules.ts'

const long = 'x'.repeat(100)
const many = <Item>(item: Item) => Array.from({ length: 100 }, () => item)

test('a body stays within its limit, however much its mail has of everything', () => {
  const time = '2026-01-31T12:00:00.000Z'
  const mailbox = { name: long, address: `${long}@a.test` }
  const text = (size: number) => long.repeat(size / 100)
  const body = bodyOf(
    {
      event: 'mail.received',
      at: 0,
      data: {},
      mail: {
        id: 1,
        from: { name: text(2_000), address: `${text(2_000)}@a.test` },
        to: many(mailbox),
        subject: text(10_000),
        snippet: text(300),
        date: time,
        received_at: time,
        read_at: null,
        flagged: false,
        attachment_count: 0,
        tags: many(long),
        size: 1,
        inbox: long,
        broken_guards: many({ name: long, detail: text(2_000) }),
        url: 'https://mail.test/inbox/1',
      },
      contents: {
        code: null,
        codes: [],
        links: many({ href: `https://a.test/${long}`, host: 'a.test', text: long }) as never,
      },
    },
    { id: 1, name: long, url: 'https://mail.test/' },
  )
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(limits.webhookBodyBytes)
  expect(JSON.parse(body)).toMatchObject({
    data: { mail: { tags: expect.arrayContaining([long]) } },
  })
})
