import { expect, test } from 'vitest'
import { growth, mostGrowth } from '../../testing/growth.ts'
import { suggestionsFor } from './search-suggestions.ts'

const rows = [
  growth('a word before a bracket', 4_096, (n) => `${'a'.repeat(n)}(`, suggestionsFor),
  growth('many words', 4_096, (n) => 'a '.repeat(n), suggestionsFor),
  growth('quotes', 4_096, (n) => '"'.repeat(n), suggestionsFor),
]

test.each(rows)('suggestions for $name take a time linear in its length', async ({ ratio }) => {
  expect(await ratio()).toBeLessThanOrEqual(mostGrowth)
})
