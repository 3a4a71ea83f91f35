import { expect, test } from 'vitest'
import { jsonContents, jsonContentsLength } from './json-contents.ts'

test.each([
  ['', 'nothing'],
  ['"Grüße" \\ \u0001\r\n😀 \u2028', 'all kinds of characters'],
  [`${'x'.repeat(1024 * 1024 - 1)}😀${'é"'.repeat(1024 * 1024)}`, 'a pair at the end of a slice'],
  ['\uD83D', 'half a pair'],
])('the contents of a JSON string are as JSON writes them: %#', (text) => {
  const written = Buffer.from(jsonContents(text)).toString()
  expect(written === JSON.stringify(text).slice(1, -1)).toBe(true)
  expect(jsonContentsLength(text)).toBe(Buffer.byteLength(written))
})
