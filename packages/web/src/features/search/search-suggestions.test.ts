import { expect, test } from 'vitest'
import { allOperators, suggestionsFor } from './search-suggestions.ts'

test.each<[string, string[]]>([
  ['', []],
  ['f', ['from:']],
  ['FR', ['from:']],
  ['s', ['subject:', 'smaller:']],
  ['invoice su', ['invoice subject:']],
  ['-fr', ['-from:']],
  ['(fr', ['(from:']],
  ['is:', ['is:unread ', 'is:read ', 'is:flagged ']],
  ['is:un', ['is:unread ']],
  ['is:unread', []],
  ['x has:a', ['x has:attachment ']],
  [
    'after:',
    [
      'after:today ',
      'after:yesterday ',
      'after:monday ',
      'after:tuesday ',
      'after:wednesday ',
      'after:thursday ',
      'after:friday ',
      'after:saturday ',
      'after:sunday ',
    ],
  ],
  ['on:y', ['on:yesterday ']],
  ['-dated:to', ['-dated:today ']],
  ['before:m', ['before:monday ']],
  ['newer_than:7', ['newer_than:7d ']],
  ['from:ada', []],
  ['invoice ', []],
  ['subject:"fr', []],
  ['"a b" fr', ['"a b" from:']],
  ['zzz', []],
])('for the search %j the suggestions are %j', (search, values) => {
  expect(suggestionsFor(search).map(({ value }) => value)).toEqual(values)
})

test.each<[string, string[]]>([
  ['i', ['in:', 'is:']],
  ['in:', ['in:main ', 'in:staging ', 'in:"Web shop" ']],
  ['red -in:WEB', ['red -in:"Web shop" ']],
  ['in:main', []],
])('for the search %j of a team with inboxes the suggestions are %j', (search, values) => {
  const inboxes = ['main', 'staging', 'Web shop']
  expect(suggestionsFor(search, inboxes).map(({ value }) => value)).toEqual(values)
})

test('a team with one inbox is not told of the operator that names one', () => {
  const inHelp = (inboxes: string[]) =>
    allOperators('', inboxes).some(({ value }) => value === 'in:')
  expect([inHelp([]), inHelp(['main', 'staging'])]).toEqual([false, true])
})
