import type { FactsOf } from '@mailstop/contract'

/** A spreadsheet would run a cell that begins like a formula; what a stranger wrote is text. */
const cell = (value: string | number): string =>
  `"${String(value)
    .replace(/^[=+\-@\t\r]/, "'$&")
    .replaceAll('"', '""')}"`

const columns = ['text', 'href', 'kind', 'host', 'part', 'count'] as const

/** As RFC 4180 has it. */
export const linkCsv = (links: FactsOf<'links'>['links']): string =>
  [columns, ...links.map((link) => columns.map((column) => link[column] ?? ''))]
    .map((row) => row.map(cell).join(','))
    .join('\r\n')
