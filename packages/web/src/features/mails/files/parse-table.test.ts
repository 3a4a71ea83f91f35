import { expect, test } from 'vitest'
import { parseTable, tableLimits } from './parse-table.ts'

const rows = (text: string) => parseTable(text)?.rows

test.each([
  [
    'commas',
    'a,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'semicolons, of which there are more',
    'a;b;c,d\n1;2,5;3',
    [
      ['a', 'b', 'c,d'],
      ['1', '2,5', '3'],
    ],
  ],
  [
    'tabs',
    'a\tb\n1\t2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'quotes',
    '"a ""b""",c\n"two\nlines",d',
    [
      ['a "b"', 'c'],
      ['two\nlines', 'd'],
    ],
  ],
  [
    'text behind a quote',
    '"a"b,c\n1,2',
    [
      ['ab', 'c'],
      ['1', '2'],
    ],
  ],
  ['a quote without an end', 'a,b\n"1,2', [['a', 'b'], ['1,2']]],
  [
    'empty cells and lines',
    'a,b,\n\n,1,',
    [
      ['a', 'b', ''],
      ['', '1', ''],
    ],
  ],
  ['a byte order mark', '\ufeffa,b', [['a', 'b']]],
])('a table with %s is read', (_name, text, expected) => {
  expect(rows(text)).toEqual(expected)
})

test('a text of one column is no table', () => {
  expect(parseTable('one\ntwo\n')).toBeNull()
  expect(parseTable('')).toBeNull()
})

test('a table is cut after its rows, and a long cell is cut', () => {
  const table = parseTable('a,b\n'.repeat(tableLimits.rows + 1))
  expect(table?.rows).toHaveLength(tableLimits.rows)
  expect(table?.isCut).toBe(true)
  expect(parseTable('a,b\n'.repeat(tableLimits.rows))?.isCut).toBe(false)
  expect(rows(`${'a'.repeat(1_000)},b`)?.[0]?.[0]).toHaveLength(tableLimits.cellCharacters + 1)
})

test('a table of too many columns is shown as text', () => {
  expect(parseTable(','.repeat(tableLimits.columns))).toBeNull()
  expect(parseTable(','.repeat(tableLimits.columns - 1))).not.toBeNull()
})
