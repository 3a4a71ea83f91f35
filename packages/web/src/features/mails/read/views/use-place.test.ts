import { expect, test } from 'vitest'
import { rangeAt } from './use-place.ts'

/** Text in three nodes, as highlighted code has it. */
function coloured() {
  const element = document.createElement('pre')
  element.innerHTML = '<i>one\ntw</i><i>o two\nthr</i>ee'
  return element
}

test.each([
  [{ line: 1, column: null }, 'one'],
  [{ line: 2, column: 1 }, 'two two'],
  [{ line: 2, column: 5 }, 'two'],
  [{ line: 2, column: 99 }, ''],
  [{ line: 3, column: null }, 'three'],
])('the place %j is marked to the end of its line', (place, marked) => {
  expect(String(rangeAt(coloured(), place))).toBe(marked)
})

test('a line that is not shown is not marked', () => {
  expect(rangeAt(coloured(), { line: 4, column: null })).toBeNull()
})

test('of a line that holds the whole html the beginning is marked', () => {
  const element = document.createElement('pre')
  element.append('x'.repeat(1_000))
  expect(String(rangeAt(element, { line: 1, column: 11 }))).toHaveLength(160)
})
