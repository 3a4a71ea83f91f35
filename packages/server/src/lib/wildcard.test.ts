import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createWildcard, foldCase } from './wildcard.ts'

test.each([
  ['billing@rocket.test', 'billing@rocket.test', true],
  ['BILLING@rocket.TEST', 'Billing@Rocket.test', true],
  ['billing', 'billing@rocket.test', false],
  ['rocket.test', 'billing@rocket.test', false],
  ['*@rocket.test', 'billing@rocket.test', true],
  ['*@rocket.test', 'billing@rocket.test.evil', false],
  ['billing@*', 'billing@', true],
  ['*', '', true],
  ['**', 'anything', true],
  ['a*a', 'a', false],
  ['a*a', 'aa', true],
  ['*invoice*42*', 'Your INVOICE no. 42 is here', true],
  ['*42*invoice*', 'Your invoice no. 42 is here', false],
  ['ab*ab*ab', 'abab', false],
  ['gr\u00fc\u00dfe*', 'GRU\u0308SSE aus Wien', true],
  ['\u03c3*', '\u03a3\u03bf\u03c6', true],
  ['*\u03bf\u03c2', '\u039b\u039f\u0393\u039f\u03a3', true],
  // What means something in other pattern languages means itself.
  ['a.c', 'abc', false],
  ['(a+)+$', '(A+)+$', true],
  ['a?c', 'abc', false],
  ['[a-z]', 'b', false],
  ['a\\*c', 'a\\bc', true],
  ['%', 'x', false],
])('the pattern %j matches %j: %j', (pattern, text, matches) => {
  expect(createWildcard(pattern)(foldCase(text))).toBe(matches)
})

/** What a pattern means, in the fewest words; slow. */
function means(pattern: string, text: string): boolean {
  const [first] = pattern
  if (first === undefined) return text === ''
  if (first !== '*') return text.startsWith(first) && means(pattern.slice(1), text.slice(1))
  return means(pattern.slice(1), text) || (text !== '' && means(pattern, text.slice(1)))
}

test('matching agrees with a plain model for any pattern and text', () => {
  const of = (characters: string[], maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...characters), maxLength })
  let matched = 0
  fc.assert(
    fc.property(of(['A', 'B', '*', '*'], 8), of(['A', 'B'], 12), (pattern, text) => {
      const meant = means(pattern, text)
      if (meant) matched += 1
      expect(createWildcard(pattern)(foldCase(text))).toBe(meant)
    }),
    { numRuns: 20_000 },
  )
  expect(matched).toBeGreaterThan(1_000)
})

test('a pattern that is made to take long takes linear time', () => {
  // Going back, or trying each piece at each place, would take until long after the test has ended.
  const text = `${'a'.repeat(3_000_000)}c`
  const half = `${'a'.repeat(150)}b`
  expect(createWildcard(`*${half}*${half}*`)(foldCase(text))).toBe(false)
  expect(createWildcard('*a'.repeat(160))(foldCase(text))).toBe(false)
  expect(createWildcard(`${'*a'.repeat(159)}*c`)(foldCase(text))).toBe(true)
  expect(createWildcard(`*${'a'.repeat(30_000)}b*`)(foldCase(text))).toBe(false)
  for (const length of [249, 250, 300]) {
    const piece = 'a'.repeat(length - 1)
    for (const bad of [
      `b${piece}`,
      `${piece}b`,
      `${'a'.repeat(length / 2)}b${'a'.repeat(length / 2 - 1)}`,
    ]) {
      expect(createWildcard(`*${bad}*`)(foldCase(text))).toBe(false)
    }
  }
})
