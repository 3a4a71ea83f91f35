import type { MailSummary } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { allSelected, noSelection, toggled, withRangeTo, type Selection } from './use-selection.ts'

const mails = [9, 8, 7, 6, 5].map((id) => ({ id }) as MailSummary)
const ids = (selection: Selection) => [...selection.ids].toSorted((a, b) => b - a)

test('a tick is set and taken away', () => {
  const once = toggled(noSelection, 7)
  expect(ids(once)).toEqual([7])
  expect(ids(toggled(once, 7))).toEqual([])
})

test.each([
  [8, 6, [8, 7, 6]],
  [6, 8, [8, 7, 6]],
  [7, 7, [7]],
  [9, 5, [9, 8, 7, 6, 5]],
])('a range from %d to %d ticks %j', (from, to, expected) => {
  expect(ids(withRangeTo(toggled(noSelection, from), mails, to))).toEqual(expected)
})

test('ranges begin where the last tick was set, and keep the ticks there are', () => {
  const two = toggled(toggled(noSelection, 9), 7)
  expect(ids(withRangeTo(two, mails, 6))).toEqual([9, 7, 6])
})

test('a range without a beginning selects one mail', () => {
  expect(ids(withRangeTo(noSelection, mails, 6))).toEqual([6])
})

test('all loaded mails can be selected', () => {
  expect(ids(allSelected(mails))).toEqual([9, 8, 7, 6, 5])
})

test('a range from a deleted mail selects nothing beyond it', () => {
  const rest = mails.filter(({ id }) => id !== 7)
  expect(ids(withRangeTo(toggled(noSelection, 7), rest, 9)).filter((id) => id !== 7)).toEqual([
    9, 8,
  ])
})
