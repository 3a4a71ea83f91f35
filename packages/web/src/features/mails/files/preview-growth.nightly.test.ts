import { describe, expect, test } from 'vitest'
import { growth, mostGrowth } from '../../../testing/growth.ts'
import { indentJson } from './indent-json.ts'
import { parseTable } from './parse-table.ts'
import { readCalendar } from './read-calendar.ts'

const readers: [string, (text: string) => unknown, string[]][] = [
  ['a table', parseTable, [',', 'a,"b\n', '"', '""', '"a"b,', 'a\n', ',\n']],
  ['JSON', indentJson, ['"', '\\', '[', ']', '{"a":', '[[]', ' ', '1,', '"\\']],
  ['a calendar', readCalendar, ['\n', 'BEGIN:VEVENT\n', '"', '";', 'a:"', '\n ', '\\,', ':']],
]

/** The pieces of a smaller text fit into a part of the memory that costs less than the rest. */
const size = 160 * 1024

describe('twice a file costs a preview at most 2.6 times as much', () => {
  test.each(
    readers.flatMap(([name, read, units]) => units.map((unit) => [name, unit, read] as const)),
  )('as %s of %j', async (name, unit, read) => {
    const make = (size: number) => `a,b\n${unit.repeat(size / unit.length)}`
    expect(await growth(name, size, make, read).ratio()).toBeLessThan(mostGrowth)
  })
})
