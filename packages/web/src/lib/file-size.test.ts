import { expect, test } from 'vitest'
import { fileSize } from './file-size.ts'

test.each([
  [0, '0 B'],
  [820, '820 B'],
  [999, '999 B'],
  [1_000, '1.0 KB'],
  [4_480, '4.5 KB'],
  [9_960, '10 KB'],
  [12_345_678, '12 MB'],
  [999_600, '1.0 MB'],
  [5_000_000_000_000, '5.0 TB'],
])('a size of %d bytes is shown as %j', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text)
})
