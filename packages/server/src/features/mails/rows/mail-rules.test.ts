import { describe, expect, test } from 'vitest'
import {
  decodeCursor,
  decodeDeletion,
  encodeCursor,
  encodeDeletion,
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
