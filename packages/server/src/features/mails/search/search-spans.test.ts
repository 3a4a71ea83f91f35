import { expect, test } from 'vitest'
import { createSpans } from './search-spans.ts'

const spansOf = (extent: { from: number; end: number; mails: number }) => {
  const spans = createSpans(extent, 1, 2 ** 18)
  const all: { from: number; below: number }[] = []
  for (let span = spans.next(); span !== null; span = spans.next()) all.push(span)
  return all
}

test('the first span of a team has some thousand mails, wherever its mail began', () => {
  const [first = { from: 0, below: 0 }] = spansOf({
    from: 99_000_000,
    end: 100_000_000,
    mails: 1_000_000,
  })
  expect(first.below - first.from).toBeGreaterThanOrEqual(2_000)
  expect(first.below - first.from).toBeLessThan(5_000)
})

test('spans follow each other down to the last id, whatever is known of the mail', () => {
  for (const extent of [
    { from: 1, end: 1_000_001, mails: 1_000_000 },
    { from: 999_000, end: 1_000_001, mails: 10 },
    { from: 5, end: 6, mails: 0 },
  ]) {
    const spans = spansOf(extent)
    expect(spans[0]?.below).toBe(extent.end)
    expect(spans.at(-1)?.from).toBe(1)
    const ends = spans.slice(1).map(({ below }) => below)
    expect(ends).toEqual(spans.slice(0, -1).map(({ from }) => from))
  }
})
