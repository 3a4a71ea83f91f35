import { expect, test } from 'vitest'
import { decodeUtf7 } from './utf-7.ts'

test.each([
  ['plain text', 'Hi', 'Hi'],
  ['a character', 'Hi Mom -+Jjo--!', 'Hi Mom -☺-!'],
  ['a run that another character ends', 'A+ImIDkQ.', 'A≢Α.'],
  ['several characters', '+ZeVnLIqe-', '日本語'],
  ['a plus sign', '1 +- 1', '1 + 1'],
  ['a pair of surrogates', '+2D3egA-', '🚀'],
  ['half of a pair', '+2D0-', '\ufffd'],
  ['a plus that begins nothing', 'a + b', 'a + b'],
  ['less than a character', '+A-', '+A-'],
])('UTF-7 is read: %s', (_name, text, expected) => {
  expect(decodeUtf7(text)).toBe(expected)
})
