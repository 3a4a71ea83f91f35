import { expect, test } from 'vitest'
import { isFinal, toMerge } from './index-sizes.ts'

const kilobytes = 1024
const megabytes = 1024 * kilobytes
/** Indexes with these numbers of mails, of ordinary length. */
const of = (...mails: number[]) =>
  mails.map((each) => ({ mails: each, bytes: each * kilobytes, terms: 10 * each }))
const chosen = (...mails: number[]) => toMerge(of(...mails)).map(({ mails: each }) => each)

test.each([
  ['none', [], []],
  ['few small ones', [256, 256, 256, 256, 256, 256, 256], []],
  ['eight small ones', Array(8).fill(256), Array(8).fill(256)],
  ['the first eight of more', [300, ...Array(8).fill(256)], [300, ...Array(7).fill(256)]],
  ['seven small and one large', [...Array(7).fill(256), 2_048], []],
  ['eight large ones', Array(8).fill(2_048), Array(8).fill(2_048)],
  ['four of a flood, which are the largest together', Array(5).fill(4_096), Array(4).fill(4_096)],
  ['three of a flood', Array(3).fill(4_096), []],
  ['two that are nearly the largest together', [7_500, 7_900], [7_500, 7_900]],
  ['those before one that no longer fits', [6_000, 6_000, 6_000], [6_000, 6_000]],
  ['final ones', Array(20).fill(8_192), []],
])('of %s, those are merged that are enough', (_, mails, expected) => {
  expect(chosen(...mails)).toEqual(expected)
})

test('indexes of long mails are merged by their bytes', () => {
  const long = Array.from({ length: 8 }, () => ({ mails: 7, bytes: 2 * megabytes, terms: 1 }))
  expect(toMerge(long)).toHaveLength(8)
  const longer = Array.from({ length: 8 }, () => ({ mails: 56, bytes: 16 * megabytes, terms: 1 }))
  expect(toMerge(longer)).toHaveLength(3)
  expect(isFinal({ mails: 168, bytes: 48 * megabytes, terms: 1 })).toBe(true)
})

test('indexes of many different words are merged by their terms', () => {
  const crafted = Array.from({ length: 8 }, () => ({ mails: 7, bytes: megabytes, terms: 100_000 }))
  expect(toMerge(crafted)).toHaveLength(5)
  expect(isFinal({ mails: 35, bytes: 5 * megabytes, terms: 500_000 })).toBe(true)
  expect(isFinal({ mails: 35, bytes: 5 * megabytes, terms: 200_000 })).toBe(false)
})

test('each mail of a stream is written to three indexes, and few are left', () => {
  let indexes: ReturnType<typeof of> = []
  let written = 0
  let most = 0
  for (let batch = 0; batch < 1_024; batch += 1) {
    indexes.push(...of(256))
    written += 256
    for (let group = toMerge(indexes); group.length > 0; group = toMerge(indexes)) {
      const mails = group.reduce((sum, one) => sum + one.mails, 0)
      indexes = [...indexes.filter((one) => !group.includes(one)), ...of(mails)]
      written += mails
    }
    most = Math.max(most, indexes.filter((one) => !isFinal(one)).length)
  }
  expect(written / (1_024 * 256)).toBe(3)
  expect(most).toBe(14)
  expect(indexes).toEqual(of(...Array(16).fill(16_384)))
})
