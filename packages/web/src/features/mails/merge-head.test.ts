import type { MailSummary } from '@mailstop/contract'
import { describe, expect, test } from 'vitest'
import { mergeHead, type MailPage } from './merge-head.ts'

const mail = (id: number, read = false): MailSummary => ({
  id,
  from: { name: '', address: 'a@x.test' },
  to: [],
  subject: `Mail ${id}`,
  date: null,
  received_at: '2026-11-21T09:41:00.000Z',
  read_at: read ? '2026-11-21T09:42:00.000Z' : null,
  flagged: false,
  attachment_count: 0,
  size: 1,
})

const page = (ids: number[], next: string | null = 'next', total = 100): MailPage => ({
  data: ids.map((id) => mail(id)),
  meta: {
    current_page: 1,
    last_page: 9,
    per_page: 3,
    total,
    total_is_exact: true,
    next_cursor: next,
  },
})

const idsOf = (pages: MailPage[]) => pages.map(({ data }) => data.map(({ id }) => id))

describe('the newest page brought into the held ones', () => {
  test.each<[string, number[][], number[], number[][]]>([
    ['nothing held', [], [9, 8, 7], [[9, 8, 7]]],
    [
      'nothing new',
      [
        [9, 8, 7],
        [6, 5],
      ],
      [9, 8, 7],
      [
        [9, 8, 7],
        [6, 5],
      ],
    ],
    [
      'one new mail',
      [
        [9, 8, 7],
        [6, 5],
      ],
      [10, 9, 8],
      [
        [10, 9, 8, 7],
        [6, 5],
      ],
    ],
    ['new mail that only just overlaps', [[9, 8], [7]], [11, 10, 9], [[11, 10, 9, 8], [7]]],
    [
      'a gap',
      [
        [9, 8, 7],
        [6, 5],
      ],
      [20, 19, 18],
      [[20, 19, 18]],
    ],
    ['a deleted mail', [[9, 8, 7], [6]], [9, 7, 6], [[9, 7, 6], []]],
    ['a deleted newest mail', [[9, 8, 7], [6]], [8, 7, 6], [[8, 7, 6], []]],
    [
      'deleted and new at once',
      [
        [9, 8, 7],
        [6, 5],
      ],
      [10, 9, 7],
      [
        [10, 9, 7],
        [6, 5],
      ],
    ],
    [
      'a page that reaches into the second',
      [
        [9, 8],
        [7, 6, 5],
      ],
      [9, 8, 7, 6],
      [[9, 8, 7, 6], [5]],
    ],
    ['everything deleted', [[9, 8, 7]], [], [[]]],
  ])('%s', (_, held, newest, expected) => {
    expect(
      idsOf(
        mergeHead(
          held.map((ids) => page(ids)),
          page(newest),
        ),
      ),
    ).toEqual(expected)
  })

  test('a whole list that is shorter than what is held drops the rest', () => {
    expect(idsOf(mergeHead([page([9, 8, 7]), page([6, 5])], page([9, 8], null)))).toEqual([
      [9, 8],
      [],
    ])
  })

  test('held rows take on what the newest page knows', () => {
    const fresh = page([9, 8])
    fresh.data[1] = mail(8, true)
    const [head] = mergeHead([page([9, 8, 7])], fresh)
    expect(head?.data.find(({ id }) => id === 8)?.read_at).not.toBeNull()
  })

  test('a mail that just left the filter stays where it is while it is being read', () => {
    const held = page([9, 8, 7])
    held.data[1] = mail(8, true)
    const merged = mergeHead([held], page([10, 9, 7]), ({ read_at }) => read_at !== null)
    expect(idsOf(merged)).toEqual([[10, 9, 8, 7]])
  })

  test('no mail is ever twice in the list', () => {
    const merged = mergeHead([page([9, 8]), page([8, 7])], page([10, 9, 8]))
    const ids = idsOf(merged).flat()
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('the total is the newest one and the way on to older mail stays', () => {
    const [head, rest] = mergeHead([page([9], 'a', 10), page([8], 'b', 10)], page([10, 9], 'c', 11))
    expect(head?.meta).toMatchObject({ total: 11, next_cursor: 'a' })
    expect(rest?.meta.next_cursor).toBe('b')
  })

  test('the held pages are left as they were', () => {
    const held = [page([9, 8])]
    mergeHead(held, page([10, 9]))
    expect(idsOf(held)).toEqual([[9, 8]])
  })
})
