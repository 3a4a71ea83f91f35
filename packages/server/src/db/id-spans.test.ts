import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { joinSpans, spansOf, widthOf } from './id-spans.ts'

describe('spans of ids', () => {
  test('join what lies near to each other', () => {
    expect(spansOf([7, 5, 900, 37, 38])).toEqual([
      [5, 38],
      [900, 900],
    ])
    expect(spansOf([])).toEqual([])
    expect(
      joinSpans([
        [10, 400],
        [20, 30],
        [420, 421],
      ]),
    ).toEqual([[10, 421]])
  })

  test('cover every id, do not touch, and are as wide as they say', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 5_000 })), (ids) => {
        const spans = spansOf(ids)
        expect(ids.every((id) => spans.some(([from, to]) => from <= id && id <= to))).toBe(true)
        const covered = spans.flatMap(([from, to]) => {
          return Array.from({ length: to - from + 1 }, (_, at) => from + at)
        })
        expect(covered).toEqual([...new Set(covered)].toSorted((a, b) => a - b))
        expect(widthOf(spans)).toBe(covered.length)
      }),
    )
  })
})
