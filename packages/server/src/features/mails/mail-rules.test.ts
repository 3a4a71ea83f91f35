import { describe, expect, test } from 'vitest'
import type { MailSearch } from '../../db/mail-condition.ts'
import {
  decodeCursor,
  decodeDeletion,
  encodeCursor,
  encodeDeletion,
  looksAtFewRows,
  pageMeta,
  pageRequest,
} from './mail-rules.ts'

describe('a cursor', () => {
  test.each([1, 25, 36, 1_000_000, 2 ** 40])('names mail %d and is read back', (id) => {
    expect(decodeCursor(encodeCursor(id))).toBe(id)
  })

  test.each(['', 'm', 'm0', 'x1', 'm1;', 'm-1', 'm1.5', 'M1', 'mzzzzzzzzzzz', ' m1', 'm1\n'])(
    'that is not ours is refused: %j',
    (cursor) => {
      expect(decodeCursor(cursor)).toBeNull()
    },
  )
})

describe('a page request', () => {
  test('begins at the first page of 25 by default', () => {
    expect(pageRequest({})).toEqual({ start: { by: 'page', page: 1 }, perPage: 25 })
  })

  test('goes by page number or by cursor', () => {
    expect(pageRequest({ page: 3, per_page: 10 })).toEqual({
      start: { by: 'page', page: 3 },
      perPage: 10,
    })
    expect(pageRequest({ cursor: encodeCursor(99) })).toEqual({
      start: { by: 'cursor', beforeId: 99 },
      perPage: 25,
    })
  })

  test('with a foreign cursor is none', () => {
    expect(pageRequest({ cursor: 'page2' })).toBeNull()
  })
})

describe('the meta of a page', () => {
  const request = { start: { by: 'page' as const, page: 2 }, perPage: 2 }

  test('leads on by the last mail shown when more follow', () => {
    expect(pageMeta(request, [9, 8, 7], { count: 7, isExact: true })).toEqual({
      current_page: 2,
      last_page: 4,
      per_page: 2,
      total: 7,
      total_is_exact: true,
      next_cursor: encodeCursor(8),
    })
  })

  test('ends where nothing follows', () => {
    expect(pageMeta(request, [9, 8], { count: 4, isExact: true }).next_cursor).toBeNull()
    expect(pageMeta(request, [], { count: 0, isExact: true })).toMatchObject({
      last_page: 1,
      total: 0,
      next_cursor: null,
    })
  })
})

describe('a deletion', () => {
  test('is named by its moment and read back', () => {
    const at = Date.UTC(2026, 10, 20)
    expect(decodeDeletion(encodeDeletion(at))).toBe(at)
  })

  test.each(['', 'd', 'd0', 'm1', 'd-1', 'd1.5', 'dzzzzzzzzzzz', 'd1\n'])(
    'that is not ours is refused: %j',
    (deletion) => {
      expect(decodeDeletion(deletion)).toBeNull()
    },
  )
})

describe('rows are looked at one by one', () => {
  const many = { total: 1_000_000, unread: 300_000, flagged: 300_000 }
  const red = { kind: 'words' as const, words: { words: ['red'], prefix: false } }
  const unread = { kind: 'row' as const, test: { is: 'unread' as const } }
  const flagged = { kind: 'row' as const, test: { is: 'flagged' as const } }
  const all = (...parts: MailSearch[]): MailSearch => ({ kind: 'all', parts })

  test.each<[string, MailSearch, Partial<typeof many>, boolean]>([
    ['many of all', all(red, unread), {}, false],
    ['few mails', red, { total: 100 }, true],
    ['few unread, asked for', all(red, unread), { unread: 10 }, true],
    ['few unread, asked for alone', unread, { unread: 10 }, true],
    ['few unread, not asked for', red, { unread: 10 }, false],
    [
      'few unread, as one way of several',
      { kind: 'any', parts: [red, unread] },
      { unread: 1 },
      false,
    ],
    ['few flagged, asked for', all(red, flagged), { flagged: 10 }, true],
  ])('when few can be meant: %s', (_, search, counts, expected) => {
    expect(looksAtFewRows(search, { ...many, ...counts })).toBe(expected)
  })
})
