import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { snippet } from './snippet.ts'

const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'

test.each([
  ['white space', '  Your order\r\n\r\n\thas\u00a0shipped.\u2007 ', 'Your order has shipped.'],
  ['quoted lines', 'Yes.\n> Shall we?\n >> When?\nAda', 'Yes. Ada'],
  [
    'padding',
    `Hello Ada${' \u034f \u200c \u00a0 \ufeff \u00ad\u200b'.repeat(90)} Bye`,
    'Hello Ada Bye',
  ],
  ['joiners at the ends', '\u200d\u200chello\u200c', 'hello'],
  ['joiners in a word', `نمی\u200cخواهم ${family}`, `نمی\u200cخواهم ${family}`],
  ['lines of signs', 'Receipt\n=======\nTotal ---- 5 -- paid', 'Receipt Total 5 -- paid'],
  ['marks that reorder text', 'a\u202eb\u2066c\u0000d', 'a b c d'],
  ['what was cut within a character', `${'a'.repeat(139)}\u{1f600}`, 'a'.repeat(139)],
  ['nothing to read', ' \n> all quoted\n\u200b', ''],
])('of %s, a snippet has what is read', (_, text, expected) => {
  expect(snippet(text)).toBe(expected)
})

test('a snippet is one short line, whatever the text', () => {
  const piece = fc.constantFrom(
    'a',
    ' ',
    '\n',
    '>',
    '\u200c',
    '\u00a0',
    '----',
    '\u{1f600}',
    '\ud83d',
    '\u202e',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 400 }), (pieces) => {
      const found = snippet(pieces.join(''))
      expect(found.length).toBeLessThanOrEqual(140)
      expect(found).toBe(found.trim().toWellFormed())
      expect(found).not.toMatch(/[\n\u202e]| {2}/)
    }),
  )
})
