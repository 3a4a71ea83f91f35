import { describe, expect, test } from 'vitest'
import type { MailSearch } from './mail-condition.ts'
import { looksAtFewRows } from './search-lead.ts'

describe('rows are looked at one by one', () => {
  const many = { total: 1_000_000, unread: 300_000, flagged: 300_000 }
  const red = { kind: 'words' as const, words: { words: ['red'], prefix: false } }
  const unread = { kind: 'row' as const, test: { is: 'unread' as const } }
  const flagged = { kind: 'row' as const, test: { is: 'flagged' as const } }
  const all = (...parts: MailSearch[]): MailSearch => ({ kind: 'all', parts })

  test.each<[string, MailSearch, Partial<typeof many>, boolean]>([
    ['many of all', all(red, unread), {}, false],
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
    ['some hundred of very many', all(red, flagged), { flagged: 500, total: 1_000_000 }, true],
    ['some hundred of some thousand', all(red, flagged), { flagged: 500, total: 9_000 }, false],
    ['few of hardly more', all(red, unread), { unread: 10, total: 100 }, false],
  ])('when few can be meant: %s', (_, search, counts, expected) => {
    expect(looksAtFewRows(search, { ...many, ...counts })).toBe(expected)
  })
})
