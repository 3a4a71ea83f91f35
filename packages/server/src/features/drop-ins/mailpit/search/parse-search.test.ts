import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fuzzRuns } from '../../../../../test/support/fuzz-runs.ts'
import { Refusal } from '../../../../errors.ts'
import { factSearch, isUnread, type MailSearch, not } from '../../../mails/find/mail-condition.ts'
import { facts } from '../../../mails/find/words/mail-facts.ts'
import { parseMailpitSearch } from './parse-search.ts'
import { readMoment } from './written-dates.ts'

const clock = { now: Date.UTC(2026, 10, 20, 12), timeZone: 'Europe/Berlin' }
const parse = (query: string) => parseMailpitSearch(query, clock)

const row = (test: Extract<MailSearch, { kind: 'row' }>['test']): MailSearch => ({
  kind: 'row',
  test,
})
const headerWords = (name: string, words: string, prefix: boolean) =>
  factSearch(facts.headerWords(name, words), prefix)
const text = (written: string): MailSearch => {
  const words = written.split(' ')
  const prefix = (words.at(-1) ?? '').length >= 3
  return {
    kind: 'any',
    parts: [{ kind: 'words', words: { words, prefix } }, headerWords('reply-to', written, prefix)],
  }
}
const all = (...parts: MailSearch[]): MailSearch => ({ kind: 'all', parts })
const to = (written: string) => row({ within: 'to', text: written })

describe('a search of Mailpit', () => {
  test.each<[string, MailSearch]>([
    ['to:a@x', to('a@x')],
    ['TO:A@X', to('a@x')],
    ['to:"Ada Byron"', to('ada byron')],
    ['"to:Ada Byron"', to('ada byron')],
    ['to:"Ada <ada@x>"', to('ada ada@x')],
    ['-to:a@x', not(to('a@x'))],
    ['!to:a@x', not(to('a@x'))],
    ['from:ada', row({ within: 'from', text: 'ada' })],
    ['cc:ada', row({ within: 'cc', text: 'ada' })],
    ['bcc:ada', row({ within: 'bcc', text: 'ada' })],
    ['reply-to:ada', row({ within: 'reply_to', text: 'ada' })],
    [
      'addressed:ada',
      {
        kind: 'any',
        parts: (['from', 'to', 'cc', 'bcc', 'reply_to'] as const).map((within) =>
          row({ within, text: 'ada' }),
        ),
      },
    ],
    ['subject:"Order, (12)"', row({ within: 'subject', text: 'order, (12)' })],
    ['subject:Test Email', all(row({ within: 'subject', text: 'test' }), text('email'))],
    ['message-id:<a.b@c>', headerWords('message-id', 'a b c', false)],
    ['tag:"Run 42"', row({ tag: 'run 42' })],
    ['-tag:run', not(row({ tag: 'run' }))],
    ['is:read', not(isUnread)],
    ['Is:Unread', isUnread],
    ['-is:unread', not(isUnread)],
    ['is:tagged', row({ is: 'tagged' })],
    ['has:inline', factSearch([facts.inline])],
    ['has:inlines', factSearch([facts.inline])],
    ['has:attachment', all(factSearch([facts.attachment]), not(factSearch([facts.onlyInline])))],
    ['larger:2k', row({ column: 'size', atLeast: 2_049 })],
    ['-larger:2k', not(row({ column: 'size', atLeast: 2_048 }))],
    ['smaller:1.5MB', not(row({ column: 'size', atLeast: 1_572_864 }))],
    ['-smaller:10', row({ column: 'size', atLeast: 11 })],
    ['after:2026-11-20', row({ column: 'received_at', atLeast: Date.UTC(2026, 10, 19, 23) })],
    [
      '-after:2026-11-20',
      not(row({ column: 'received_at', atLeast: Date.UTC(2026, 10, 19, 23) + 1 })),
    ],
    [
      'before:2026-11-20T00:00:00Z',
      not(row({ column: 'received_at', atLeast: Date.UTC(2026, 10, 20) + 1 })),
    ],
    ['-before:1700000000', row({ column: 'received_at', atLeast: 1_700_000_000_000 })],
    ['hello', text('hello')],
    ['-hello', not(text('hello'))],
    ['"hello world"', text('hello world')],
    ['"hello world', text('hello world')],
    ['hel"lo wor"ld', text('hello world')],
    ['hello world', all(text('hello'), text('world'))],
    // What only looks like an operator is text.
    ['is:flagged', text('is flagged')],
    ['larger:much', text('larger much')],
    ['login:ada', text('login ada')],
    ['https://x.test/', text('https x test')],
    // What asks for nothing is left out.
    ['hello to: - , @ before:someday', text('hello')],
  ])('%s', (query, search) => {
    expect(parse(query)).toEqual(search)
  })

  test.each([
    ['', 'Error: no search query'],
    ['  ', 'Error: no search query'],
    ['""', 'Error: the search query contains nothing to search for'],
    ['to: before:someday -@', 'Error: the search query contains nothing to search for'],
    ['a'.repeat(501), 'Error: a search query can have at most 500 characters'],
    ['ab '.repeat(51), 'Error: a search query can have at most 50 terms'],
    [
      `${'addressed:a '.repeat(4)}-to:b`,
      'Error: a search query can compare at most 20 addresses and subjects, of which addressed: takes 5',
    ],
  ])('%j is refused', (query, message) => {
    expect(() => parse(query)).toThrow(new Refusal('invalid', { message }))
  })

  test('is read or refused, whatever it is', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom(
        'to:',
        'is:read',
        'before:',
        'larger:',
        '-',
        '!',
        '"',
        ' ',
        '2026-11-20',
        '9k',
      ),
    )
    const anyZone = fc.constantFrom('Europe/Berlin', 'Nowhere', '')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), anyZone, (pieces, timeZone) => {
        const read = () => parseMailpitSearch(pieces.join(''), { ...clock, timeZone })
        expect(problemOf(read)).toBeNull()
      }),
      { numRuns: fuzzRuns(1_000) },
    )
  })
})

/** What was thrown that is no refusal. */
function problemOf(read: () => unknown): unknown {
  try {
    read()
    return null
  } catch (error) {
    return error instanceof Refusal ? null : error
  }
}

describe('a date of a search of Mailpit', () => {
  const berlin = Date.UTC(2026, 10, 19, 23)
  const afternoon = Date.UTC(2026, 10, 20, 13, 5, 9)
  test.each<[string, number | null]>([
    ['2026-11-20', berlin],
    ['2026/11/20', berlin],
    ['2026.11.20', berlin],
    ['20261120', berlin],
    ['11/20/2026', berlin],
    ['11/20/26', berlin],
    ['20 Nov 2026', berlin],
    ['20-Nov-2026', berlin],
    ['November 20th 2026', berlin],
    ['Fri 20 Nov 2026', berlin],
    ['2026-11', Date.UTC(2026, 9, 31, 23)],
    ['2026', Date.UTC(2025, 11, 31, 23)],
    ['2026-07-01', Date.UTC(2026, 5, 30, 22)],
    ['2026-11-20 14:05:09', afternoon],
    ['2026-11-20 2:05:09 pm', afternoon],
    ['2026-11-20T13:05:09Z', afternoon],
    ['2026-11-20T13:05:09.250Z', afternoon + 250],
    ['2026-11-20T15:05:09+02:00', afternoon],
    ['2026-11-20 08:05:09 -0500', afternoon],
    ['Fri 20 Nov 2026 13:05:09 GMT', afternoon],
    ['Fri Nov 20 2026 14:05:09 GMT+0100 Central European Standard Time', afternoon],
    ['1795179909', 1_795_179_909_000],
    ['1795179909250', 1_795_179_909_250],
    ['2026-02-30', null],
    ['2026-11-20 25:00', null],
    ['2026-11-20 later', null],
    ['yesterday', null],
    ['', null],
  ])('%s', (written, moment) => {
    expect(readMoment(written, clock)).toBe(moment)
  })
})
