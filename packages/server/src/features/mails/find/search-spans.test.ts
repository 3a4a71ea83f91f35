import { expect, test } from 'vitest'
import { createMatches, createSpans } from './search-spans.ts'

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

test('the next span is as large as is likely to be enough, and eight times as large at most', () => {
  const mailsAfter = (found: number, wanted: number) => {
    const spans = createSpans({ from: 1, end: 10_000_001, mails: 10_000_000 }, 1, 2 ** 18)
    spans.next()
    const next = spans.next({ found, wanted })
    return next && next.below - next.from
  }
  // Spans begin at windows of ids: within a thousand.
  const isAbout = (mails: number) => expect.closeTo(mails, -3.3)
  expect(mailsAfter(500, 1_000)).toEqual(isAbout(4_800))
  expect(mailsAfter(500, 1)).toEqual(isAbout(2_000))
  expect(mailsAfter(1, 1_000)).toEqual(isAbout(16_000))
  expect(mailsAfter(0, 1_000)).toEqual(isAbout(16_000))
})

test('a search has few spans and questions, with many matches or few', () => {
  const mails = 1_000_000
  const limit = 1_001
  for (const selectedOf of [0, 990, 1_000]) {
    for (const everyOf of [1, 5, 500]) {
      const spans = createSpans({ from: 1, end: mails + 1, mails }, 1, 2 ** 18)
      const matches = createMatches(limit, { areSelected: true })
      let [searched, questions, waiting] = [0, 0, 0]
      let last: { found: number; wanted: number } | undefined
      for (let span = spans.next(last); span !== null; span = spans.next(last)) {
        searched += 1
        const found = Math.floor((span.below - span.from) / everyOf)
        waiting += found
        for (let next = matches.next(); waiting >= next; next = matches.next()) {
          const selected = Math.min(selectedOf - matches.found.ids.length, next)
          const ids = Array.from({ length: Math.max(0, selected) }, (_, at) => at)
          matches.add({ ids, unread: [] }, next)
          waiting -= next
          questions += 1
        }
        last = { found, wanted: matches.next() - waiting }
      }
      expect(searched, `${selectedOf} of one in ${everyOf}`).toBeLessThan(40)
      // A question has 8,000 mails at most.
      expect(questions).toBeLessThan(30 + mails / everyOf / 8_000)
    }
  }
})
