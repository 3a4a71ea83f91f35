import type { MailSummary } from '@mailstop/contract'
import { describe, expect, test } from 'vitest'
import {
  mailIn,
  indexOfMail,
  withChange,
  withMails,
  withMore,
  withNewest,
  withoutMails,
  type HeldList,
} from './held-list.ts'

const mail = (id: number, read = false): MailSummary => ({
  id,
  from: { name: '', address: 'a@x.test' },
  to: [],
  subject: `Mail ${id}`,
  snippet: '',
  date: null,
  received_at: '2026-11-21T09:41:00.000Z',
  read_at: read ? '2026-11-21T09:42:00.000Z' : null,
  flagged: false,
  attachment_count: 0,
  tags: [],
  inbox: null,
  broken_guards: [],
  size: 1,
})

const list = (ids: number[], next: string | null = 'next', total = 100): HeldList => ({
  mails: ids.map((id) => mail(id)),
  total,
  totalIsExact: true,
  next,
})

const idsOf = ({ mails }: HeldList) => mails.map(({ id }) => id)

describe('the newest part applied to a held list', () => {
  test.each<[string, number[], number[], number[]]>([
    ['nothing held', [], [9, 8, 7], [9, 8, 7]],
    ['nothing new', [9, 8, 7, 6, 5], [9, 8, 7], [9, 8, 7, 6, 5]],
    ['one new mail', [9, 8, 7, 6, 5], [10, 9, 8], [10, 9, 8, 7, 6, 5]],
    ['new mail that only just overlaps', [9, 8, 7], [11, 10, 9], [11, 10, 9, 8, 7]],
    ['a gap', [9, 8, 7, 6, 5], [20, 19, 18], [20, 19, 18]],
    ['a deleted mail', [9, 8, 7, 6], [9, 7, 6], [9, 7, 6]],
    ['a deleted newest mail', [9, 8, 7, 6], [8, 7, 6], [8, 7, 6]],
    ['new mail above deleted ones', [9, 8, 7, 6], [10, 7], [10, 7, 6]],
    ['a part that reaches further than what is held', [9, 8], [9, 8, 7, 6], [9, 8, 7, 6]],
  ])('%s', (_, held, newest, expected) => {
    expect(idsOf(withNewest(list(held), list(newest)))).toEqual(expected)
  })

  test('a whole list drops whatever it lacks', () => {
    expect(idsOf(withNewest(list([9, 8, 7, 6, 5]), list([9, 8], null)))).toEqual([9, 8])
    expect(idsOf(withNewest(list([9, 8]), list([], null)))).toEqual([])
  })

  test('held rows take on what the newest part knows', () => {
    const fresh = { ...list([9, 8]), mails: [mail(9), mail(8, true)] }
    expect(mailIn(withNewest(list([9, 8, 7]), fresh).mails, 8)?.read_at).not.toBeNull()
  })

  test('a held row takes on the guards that its mail breaks', () => {
    const broken_guards = [{ name: 'placeholder', detail: '{{name}}' }]
    const fresh = { ...list([9, 8]), mails: [{ ...mail(9), broken_guards }, mail(8)] }
    const { mails } = withNewest(list([9, 8, 7]), fresh)
    expect(mails.map((one) => one.broken_guards)).toEqual([broken_guards, [], []])
  })

  test('a row that did not change stays the same object, so that it is not drawn again', () => {
    const held = list([9, 8])
    const { mails } = withNewest(held, {
      ...list([10, 9, 8]),
      mails: [mail(10), mail(9), mail(8, true)],
    })
    expect(mails[1]).toBe(held.mails[0])
    expect(mails[2]).not.toBe(held.mails[1])
  })

  test('a mail that just left the filter stays where it is while it is being read', () => {
    const held = { ...list([9, 8, 7]), mails: [mail(9), mail(8, true), mail(7)] }
    const merged = withNewest(held, list([10, 9, 7]), ({ read_at }) => read_at !== null)
    expect(idsOf(merged)).toEqual([10, 9, 8, 7])
  })

  test('counts are the newest ones, and the cursor for older mail stays', () => {
    const merged = withNewest(list([9, 8], 'b', 10), list([10, 9], 'c', 11))
    expect(merged).toMatchObject({ total: 11, next: 'b' })
  })

  test('when nothing older is held the cursor is the newest one', () => {
    expect(withNewest(list([9], 'b'), list([10, 9, 8], 'c')).next).toBe('c')
  })
})

test.each([
  [[], 5, 0],
  [[9, 7, 5], 9, 0],
  [[9, 7, 5], 8, 1],
  [[9, 7, 5], 5, 2],
  [[9, 7, 5], 4, 3],
  [[9, 7, 5], 10, 0],
])('in %j the mail %d stands at %d', (ids, id, place) => {
  expect(
    indexOfMail(
      ids.map((one) => mail(one)),
      id,
    ),
  ).toBe(place)
})

test('the next page is joined once, with the newer counts', () => {
  const joined = withMore(list([9, 8], 'b', 10), list([8, 7], 'c', 11))
  expect(idsOf(joined)).toEqual([9, 8, 7])
  expect(joined).toMatchObject({ total: 11, next: 'c' })
})

test('a change reaches the mails it names and no other', () => {
  const before = list([9, 8, 7])
  const after = withChange(before, new Set([9, 7, 4]), { flagged: true })
  expect(after.mails.map(({ flagged }) => flagged)).toEqual([true, false, true])
  expect(after.mails[1]).toBe(before.mails[1])
})

test('removed mails are subtracted from the total', () => {
  const after = withoutMails(list([9, 8, 7], null, 3), new Set([8, 4]))
  expect(idsOf(after)).toEqual([9, 7])
  expect(after.total).toBe(2)
})

test.each([
  ['that it holds none of is the same', withChange, { flagged: true }],
  ['without any of them is the same', withoutMails, undefined],
])('a list %s', (_, edit, change) => {
  const before = list([9, 8])
  expect(edit(before, new Set([4]), change ?? {})).toBe(before)
})

describe('mails that come back', () => {
  test('stand at their places and are counted', () => {
    const after = withMails(list([9, 6, 5], 'b', 3), [mail(8), mail(7)])
    expect(idsOf(after)).toEqual([9, 8, 7, 6, 5])
    expect(after.total).toBe(5)
  })

  test('are not there twice', () => {
    const before = list([9, 8])
    expect(withMails(before, [mail(8)])).toBe(before)
  })

  test('are left out where the list does not reach down to them', () => {
    expect(idsOf(withMails(list([9, 8], 'b'), [mail(3)]))).toEqual([9, 8])
    expect(idsOf(withMails(list([9, 8], null), [mail(3)]))).toEqual([9, 8, 3])
    expect(idsOf(withMails(list([], null), [mail(3)]))).toEqual([3])
  })
})

test('a stale list stays stale whatever is applied to it', () => {
  const doubtful: HeldList = { ...list([9, 8, 7, 6]), isStale: true }
  expect(withNewest(doubtful, list([10, 9])).isStale).toBe(true)
  expect(withMore(doubtful, list([5, 4])).isStale).toBe(true)
})
