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
  const start = text.startsWith('\ufeff') ? 1 : 0
  let row: string[] = []
  let at = start
  while (at < text.length) {
    const cell = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, separator)
    row.push(shortened(cell.text))
    at = cell.end
    if (text[at] === separator && row.length <= tableLimits.columns) {
      at += 1
      if (at < text.length && text[at] !== '\n') continue
      row.push('')
    }
    rows.push(row)
    row = []
    if (row.length > tableLimits.columns || rows.length >= tableLimits.rows) break
    at = text.indexOf('\n', at)
    if (at === -1) return { rows, isCut: false }
    at += 1
  }
  return { rows, isCut: at < text.length }
}

function plainCell(text: string, start: number, separator: string) {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\n') end += 1
  return { text: text.slice(start, end).replace(/\r$/, ''), end }
}

function quotedCell(text: string, start: number) {
  let end = start + 1
  for (;;) {
    const quote = text.indexOf('"', end)
    if (quote === -1) return { text: text.slice(start + 1).replaceAll('""', '"'), end: text.length }
    if (text[quote + 1] !== '"') {
      return { text: text.slice(start + 1, quote).replaceAll('""', '"'), end: quote + 1 }
    }
    end = quote + 2
  }
}

const shortened = (text: string) =>
  text.length > tableLimits.cellCharacters ? `${text.slice(0, tableLimits.cellCharacters)}…` : text
