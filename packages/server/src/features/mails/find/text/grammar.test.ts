import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { searchOperators } from '@mailstop/contract'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fuzzRuns } from '../../../../../test/support/fuzz-runs.ts'
import { searchTrees } from '../../../../../test/searching/search-trees.ts'
import { parseSearch, printSearch, type SearchTree } from './grammar.ts'

const tree = (source: string) => {
  const parsed = parseSearch(source)
  if ('problem' in parsed) throw new Error(`${parsed.problem} at ${parsed.position}`)
  return parsed.tree
}
const word = (text: string): SearchTree => ({ kind: 'text', field: null, text, phrase: false })
const phrase = (text: string): SearchTree => ({ kind: 'text', field: null, text, phrase: true })
const and = (...parts: SearchTree[]): SearchTree => ({ kind: 'and', parts })
const or = (...parts: SearchTree[]): SearchTree => ({ kind: 'or', parts })
const not = (part: SearchTree): SearchTree => ({ kind: 'not', part })
const [a, b, c] = [word('a'), word('b'), word('c')]

const someDays = 'a day such as 2026-11-20 or today, or days such as monday..today'

describe('a search', () => {
  test.each<[string, SearchTree | null]>([
    ['', null],
    ['  \t ', null],
    ['a', a],
    ['a b', and(a, b)],
    ['a AND b', and(a, b)],
    ['a OR b', or(a, b)],
    ['a b OR c', or(and(a, b), c)],
    ['a (b OR c)', and(a, or(b, c))],
    ['(a b) c', and(a, b, c)],
    ['((a))', a],
    ['a or b', and(a, word('or'), b)],
    ['-a', not(a)],
    ['--a', not(not(a))],
    ['-(a b)', not(and(a, b))],
    ['-"a b"', not(phrase('a b'))],
    ['a - b', and(a, word('-'), b)],
    ['a-b', word('a-b')],
    ['(-)', word('-')],
    ['"a OR b"', phrase('a OR b')],
    ['a"b"c', and(a, phrase('b'), c)],
    ['a(b)c', and(a, b, c)],
    ['""', phrase('')],
    ['12:30', word('12:30')],
    ['http://a.test/?q=1', word('http://a.test/?q=1')],
    ['unknown:a', word('unknown:a')],
  ])('%j is read', (source, expected) => {
    expect(tree(source)).toEqual(expected)
  })

  test.each<[string, SearchTree]>([
    ['from:ada', { kind: 'text', field: 'from', text: 'ada', phrase: false }],
    ['FROM:Ada', { kind: 'text', field: 'from', text: 'Ada', phrase: false }],
    ['to:a@b.test', { kind: 'text', field: 'to', text: 'a@b.test', phrase: false }],
    ['login:billing', { kind: 'text', field: 'login', text: 'billing', phrase: false }],
    ['cc:"ada byron"', { kind: 'text', field: 'cc', text: 'ada byron', phrase: true }],
    ['subject:x', { kind: 'text', field: 'subject', text: 'x', phrase: false }],
    ['body:x', { kind: 'text', field: 'body', text: 'x', phrase: false }],
    ['header:X-Tag', { kind: 'header', name: 'X-Tag', text: null, phrase: false }],
    ['header:X-Tag=a', { kind: 'header', name: 'X-Tag', text: 'a', phrase: false }],
    ['header:X-Tag="a b"', { kind: 'header', name: 'X-Tag', text: 'a b', phrase: true }],
    ['header:X-Tag=a=b', { kind: 'header', name: 'X-Tag', text: 'a=b', phrase: false }],
    ['has:attachment', { kind: 'has', what: 'attachment' }],
    ['has:LINK', { kind: 'has', what: 'link' }],
    ['is:unread', { kind: 'is', what: 'unread' }],
    ['is:read', { kind: 'is', what: 'read' }],
    ['is:flagged', { kind: 'is', what: 'flagged' }],
    ['guard:Any', { kind: 'guard', name: 'any' }],
    ['guard:dev-link', { kind: 'guard', name: 'dev-link' }],
    ['check:fail', { kind: 'check', what: 'fail' }],
    ['larger:100', { kind: 'larger', bytes: 100 }],
    ['larger:2K', { kind: 'larger', bytes: 2_048 }],
    ['smaller:5mb', { kind: 'smaller', bytes: 5 * 1_024 ** 2 }],
    ['before:2026-11-20', { kind: 'before', day: '2026-11-20' }],
    ['after:2026/11/20', { kind: 'after', day: '2026-11-20' }],
    ['before:Yesterday', { kind: 'before', day: 'yesterday' }],
    ['on:2026/11/20', { kind: 'on', from: '2026-11-20', to: '2026-11-20' }],
    ['on:monday', { kind: 'on', from: 'monday', to: 'monday' }],
    ['dated:2026-11-01..today', { kind: 'dated', from: '2026-11-01', to: 'today' }],
    ['dated:..yesterday', { kind: 'dated', from: null, to: 'yesterday' }],
    ['dated:2026-11-01..', { kind: 'dated', from: '2026-11-01', to: null }],
    ['newer_than:7d', { kind: 'newer_than', amount: 7, unit: 'd' }],
    ['older_than:2W', { kind: 'older_than', amount: 2, unit: 'w' }],
  ])('operator %s is read', (source, expected) => {
    expect(tree(source)).toEqual(expected)
    expect(tree(`a -${source}`)).toEqual(and(a, not(expected)))
  })

  test.each<[string, string, number]>([
    ['a OR', 'A search term is missing', 5],
    ['OR a', 'A search term is missing', 1],
    ['a OR OR b', 'A search term is missing', 6],
    ['a AND', 'A search term is missing', 6],
    ['()', 'A search term is missing', 2],
    ['a (b', 'A parenthesis is not closed', 3],
    ['a) b', 'A closing parenthesis has no opening one', 2],
    ['a "b', 'A quote is not closed', 3],
    ['from:"b', 'A quote is not closed', 6],
    ['a from: b', 'from: needs a value', 8],
    ['subject:(a b)', 'subject: needs a value', 9],
    ['is:new', 'is: takes unread or read or flagged', 4],
    ['has:file', 'has: takes attachment or link', 5],
    ['guard:_', 'guard: takes any, or the name of a guard', 7],
    ['check:bad', 'check: takes fail or warn or pass', 7],
    ['larger:big', 'larger: takes a size such as 100K or 5M', 8],
    ['larger:99999999999G', 'larger: takes a size such as 100K or 5M', 8],
    ['before:tomorrow', 'before: takes a day such as 2026-11-20 or today', 8],
    ['after:2026-02-30', 'after: takes a day such as 2026-11-20 or today', 7],
    ['after:monday..today', 'after: takes a day such as 2026-11-20 or today', 7],
    ['on:..', `on: takes ${someDays}`, 4],
    ['on:today..2026-02-30', `on: takes ${someDays}`, 4],
    ['dated:today..today..today', `dated: takes ${someDays}`, 7],
    ['dated:soon', `dated: takes ${someDays}`, 7],
    ['newer_than:7', 'newer_than: takes an age such as 12h, 7d, 2w, 3m or 1y', 12],
    ['header:=a', 'header: takes Name=value', 8],
    ['header:"a b"', 'header: takes Name=value', 8],
    ['a '.repeat(51), 'A search can have at most 50 terms', 101],
    [`${'('.repeat(30)}a`, 'Parentheses are nested too deeply', 21],
    [`${'('.repeat(21)}a${')'.repeat(21)}`, 'Parentheses are nested too deeply', 21],
  ])('%j has a problem, and it is said where', (source, problem, position) => {
    expect(parseSearch(source)).toEqual({ problem, position })
  })

  test('may have parentheses 20 deep', () => {
    expect(tree(`${'('.repeat(20)}a${')'.repeat(20)}`)).toEqual(a)
  })

  test('is never anything but a tree or a problem within it', () => {
    const piece = fc.constantFrom(
      '(',
      ')',
      '"',
      '-',
      ':',
      '=',
      ' ',
      'OR',
      'AND',
      'a',
      'is:',
      'header:',
      'larger:1',
      'cc:',
    )
    const source = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece).map((all) => all.join('')),
    )
    fc.assert(
      fc.property(source, (text) => {
        const parsed = parseSearch(text)
        const isSound =
          'problem' in parsed
            ? parsed.position >= 1 && parsed.position <= text.length + 1
            : isDeepStrictEqual(parseSearch(printSearch(parsed.tree)), parsed)
        expect(isSound).toBe(true)
      }),
      { numRuns: fuzzRuns(1_000) },
    )
  }, 60_000)

  test('is printed as what is read as the same', () => {
    const word = fc.oneof(
      fc.constantFrom('a', 'ab', 'x:y', '10:30', 'a-b', '-', '=', 'a@b.test', '日本', "o'neil"),
      fc.stringMatching(/^[^\s()"-][^\s()":]*$/).filter((text) => text !== 'OR' && text !== 'AND'),
    )
    fc.assert(
      fc.property(searchTrees(word), (given) => {
        const text = printSearch(given)
        const parsed = parseSearch(text)
        fc.pre(!('problem' in parsed && /at most|too deeply/.test(parsed.problem)))
        expect(parsed).toEqual({ tree: given })
      }),
      { numRuns: fuzzRuns(1_000) },
    )
  }, 60_000)
})

test('docs/search.md has every operator, and no other', () => {
  const page = readFileSync(new URL('../../../../../../../docs/search.md', import.meta.url), 'utf8')
  const written = [...page.matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([a-z_]+):/g)].map(([, name]) => name),
  )
  expect(new Set(written)).toEqual(new Set(searchOperators))
})
