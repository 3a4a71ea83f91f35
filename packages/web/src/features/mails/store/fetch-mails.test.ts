import { listMails } from '@mailstop/contract'
import { expect, test, vi } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { sampleMails } from '../../../testing/render-inbox.tsx'
import { samplePageMeta } from '../../../testing/samples.ts'
import { fetchAgain } from './fetch-mails.ts'
import type { HeldList } from './held-list.ts'

const all = sampleMails(1_300)
const filter = { filter: 'all' } as const

/** A team with 1,300 mails, page by page. */
function serveMails() {
  const server = createFakeServer()
  vi.stubGlobal('fetch', server.fetch)
  server.answer(listMails, ({ query }) => {
    const length = query.per_page ?? 25
    const { around, cursor = '0' } = query
    const end = cursor.startsWith('above ') ? Number(cursor.slice('above '.length)) : null
    const middle = all.findIndex(({ id }) => id === around)
    const from = around ? middle - length / 2 : end === null ? Number(cursor) : end - length
    const to = from + length
    const next_cursor = to < all.length ? String(to) : null
    const window = { previous_cursor: `above ${from}`, before: from }
    return {
      data: all.slice(from, to),
      meta: {
        ...samplePageMeta(),
        total: 1_300,
        next_cursor,
        ...((around !== undefined || end !== null) && window),
      },
    }
  })
  return server
}

const held = (count: number): HeldList => ({
  mails: all.slice(0, count),
  total: 1_300,
  totalIsExact: true,
  next: 'below',
})

test.each([
  ['one that is not held, by one page', undefined, 1, 25, '25'],
  ['a short one as far as it was held', held(300), 4, 325, '325'],
  ['a long one not to its end, which stays', held(1_200), 11, 1_200, 'below'],
  ['a long one that is stale, which ends', { ...held(1_200), isStale: true }, 11, 1_025, '1025'],
] as const)('a list is fetched again: %s', async (_, list, pages, length, next) => {
  const server = serveMails()
  const again = await fetchAgain(7, filter, list)
  expect(server.count(listMails)).toBe(pages)
  expect(again.mails.map(({ id }) => id)).toEqual(all.slice(0, length).map(({ id }) => id))
  expect(again.next).toBe(next)
})

test('a list that does not begin at the newest mail is fetched again as far as it was held', async () => {
  const server = serveMails()
  const window = { ...held(1_200), mails: all.slice(500, 800), previous: 'above 500', above: 500 }
  const again = await fetchAgain(7, filter, window)
  expect(server.count(listMails)).toBe(3)
  expect(again.mails.map(({ id }) => id)).toEqual(all.slice(500, 800).map(({ id }) => id))
  expect(again).toMatchObject({ next: '800', previous: 'above 500', above: 500 })
})
