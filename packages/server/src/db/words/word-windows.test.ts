import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { spanBelow, windowsOf } from './word-windows.ts'

const id = fc.integer({ min: 1, max: 2 ** 40 })
const count = fc.integer({ min: 1, max: 2 ** 31 })

/** The ids of a window, from its lexeme. */
function idsOf(lexeme: string) {
  const [bits = 0, number = 0] = lexeme.split('/').map(Number)
  return { from: number * 2 ** bits, below: (number + 1) * 2 ** bits }
}

test('a span below an id holds about as many ids as are asked for', () => {
  fc.assert(
    fc.property(id, count, (below, ids) => {
      const { from } = spanBelow(below, ids)
      expect(from).toBeLessThanOrEqual(Math.max(0, below - ids))
      expect(below - from).toBeLessThan(2 * ids + 4_096)
    }),
  )
})

test('windows cover their span without a gap, and few others', () => {
  fc.assert(
    fc.property(id, count, (below, ids) => {
      const span = spanBelow(below, Math.min(ids, 2 ** 27))
      const windows = (windowsOf(span) ?? '').matchAll(/'(\d+\/\d+)'/g)
      const covered = [...windows].map(([, lexeme = '']) => idsOf(lexeme))
      expect(covered[0]?.from).toBe(span.from)
      expect(covered.length).toBeLessThanOrEqual(34)
      for (const [at, window] of covered.entries()) {
        expect(window.from).toBe(covered[at - 1]?.below ?? span.from)
      }
      const last = covered.at(-1)
      expect(last?.from).toBeLessThan(span.below)
      expect(last?.below).toBeGreaterThanOrEqual(span.below)
    }),
  )
})

test('a span of too many windows has none', () => {
  expect(windowsOf({ from: 0, below: 2 ** 28 })).not.toBeNull()
  expect(windowsOf({ from: 0, below: 2 ** 40 })).toBeNull()
})
