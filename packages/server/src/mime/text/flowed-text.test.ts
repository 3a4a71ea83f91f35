import { expect, test } from 'vitest'
import { unfoldFlowed } from '../parts/part-text.ts'

test.each([
  ['a folded paragraph', 'one \ntwo \nthree\nfour', false, 'one two three\nfour'],
  ['a space that only folds', 'to \nday', true, 'today'],
  ['a space that was stuffed', ' From here\n > not a quote', false, 'From here\n> not a quote'],
  ['quotes of several depths', '> a \n> b\n>> c \n> d', false, '> a b\n>> c \n> d'],
  ['a quote that ends before its paragraph', '> a \nb', false, '> a \nb'],
  ['a signature', 'bye \n-- \nme', false, 'bye \n-- \nme'],
  ['empty lines', 'a\n\nb\n', false, 'a\n\nb\n'],
  ['nothing', '', false, ''],
])('flowed text is unfolded: %s', (_name, text, deletesSpace, expected) => {
  expect(unfoldFlowed(text, deletesSpace)).toBe(expected)
})
