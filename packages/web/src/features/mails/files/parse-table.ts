/** A file of comma-separated values (RFC 4180), or with another separator, as far as it is shown. */
export type Table = { rows: string[][]; isCut: boolean }

export const tableLimits = { rows: 500, columns: 50, cellCharacters: 300 }

const separators = [',', ';', '\t', '|'] as const

/** Null when the text is no table: one column only, or a row far longer than the others. */
export function parseTable(text: string): Table | null {
  const firstLine = text.slice(0, 10_000).split('\n', 1)[0] ?? ''
  const separator = separators.toSorted(
    (one, other) => count(firstLine, other) - count(firstLine, one),
  )[0]
  if (separator === undefined || count(firstLine, separator) === 0) return null
  const table = readRows(text, separator)
  const width = Math.max(...table.rows.map((row) => row.length))
  return width > tableLimits.columns ? null : table
}

const count = (text: string, character: string) => text.split(character).length - 1

function readRows(text: string, separator: string): Table {
  const rows: string[][] = []
  let row: string[] = []
  let at = text.startsWith('\ufeff') ? 1 : 0
  while (at < text.length && rows.length < tableLimits.rows) {
    const cell = text[at] === '"' ? quotedCell(text, at, separator) : plainCell(text, at, separator)
    row.push(shortened(cell.text))
    at = cell.end + 1
    const isLast = text[cell.end] !== separator
    // A separator at the end of the file has an empty cell behind it.
    if (!isLast && at >= text.length) row.push('')
    if (!isLast && at < text.length) continue
    // An empty line is no row.
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  return { rows, isCut: at < text.length }
}

function plainCell(text: string, start: number, separator: string) {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\n') end += 1
  return { text: text.slice(start, end).replace(/\r$/, ''), end }
}

/** What follows the closing quote belongs to the cell, though it should not be there. */
function quotedCell(text: string, start: number, separator: string) {
  let quote = start
  do {
    quote = text.indexOf('"', quote + 1)
    if (quote === -1) return { text: unquoted(text.slice(start + 1)), end: text.length }
    if (text[quote + 1] === '"') quote += 1
    else break
  } while (quote < text.length)
  const rest = plainCell(text, quote + 1, separator)
  return { text: unquoted(text.slice(start + 1, quote)) + rest.text, end: rest.end }
}

const unquoted = (text: string) => text.replaceAll('""', '"')

const shortened = (text: string) =>
  text.length > tableLimits.cellCharacters ? `${text.slice(0, tableLimits.cellCharacters)}…` : text
