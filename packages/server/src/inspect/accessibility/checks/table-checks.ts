import { attribute } from '../../mail/html-tree.ts'
import type { Add } from '../accessibility-rules.ts'
import { isDecorative, type Seen } from '../look/page.ts'

type Header = { cell: Seen; row: number; column: number; hasCellBeside: boolean }
type Table = {
  /** Cells with text in each row. */
  filled: number[]
  column: number
  headers: Header[]
  /** The last row in which a column has data. */
  lastData: Map<number, number>
  hasTable: boolean
  hasBorder: boolean
  /** Cells of the first row that have bold text. */
  bold: Set<Seen>
  cell: Seen | null
  saysData: boolean
}

/** A table of data has headings, and one that arranges the mail says so. */
export function checkTables(page: readonly Seen[], add: Add): void {
  const tables = new Map<Seen, Table>()
  for (const one of page) {
    const around = one.table && tables.get(one.table)
    if (around) note(one, around)
    const { element, look } = one
    if (element.tagName !== 'table' || look.isHidden || isDecorative(element)) continue
    const saysData =
      /table|grid/i.test(attribute(element, 'role') ?? '') ||
      /\bMsoTableGrid\b/.test(attribute(element, 'class') ?? '')
    const saysSo = saysData || Boolean(attribute(element, 'summary'))
    tables.set(one, {
      filled: [],
      column: 0,
      headers: [],
      lastData: new Map(),
      hasTable: false,
      hasBorder: hasBorder(one),
      bold: new Set(),
      cell: null,
      saysData: saysSo,
    })
  }
  for (const [{ element }, table] of tables) {
    checkHeaders(table, add)
    if (table.headers.length > 0) continue
    const { filled } = table
    const [first = 0, ...rest] = filled
    const hasHeading =
      table.hasBorder && first >= 2 && table.bold.size === first && rest.some((cells) => cells >= 2)
    const looksLikeData = hasHeading || (filled.length >= 3 && filled.every((cells) => cells >= 2))
    if (table.saysData || (looksLikeData && !table.hasTable)) {
      add('table-headers', 'The table holds data and has no th.', element)
    } else add('layout-table', 'The table arranges the mail and has no role.', element)
  }
}

function note(one: Seen, table: Table): void {
  const { element, name } = one
  const { tagName } = element
  if (tagName === 'table') table.hasTable = true
  if (tagName === 'caption' || tagName === 'thead') table.saysData = true
  if (tagName === 'tr') {
    table.filled.push(0)
    table.column = 0
  }
  if (tagName === 'td' || tagName === 'th') table.cell = one
  if (table.cell && table.filled.length === 1 && one.look.isBold && one.ownText.trim() !== '') {
    table.bold.add(table.cell)
  }
  if (tagName !== 'td' && tagName !== 'th') return
  if (attribute(element, 'scope') || attribute(element, 'headers')) table.saysData = true
  const row = table.filled.length
  const { column } = table
  table.column += Math.min(100, Math.max(1, Number(attribute(element, 'colspan')) || 1))
  if (name !== '') table.filled.push((table.filled.pop() ?? 0) + 1)
  if (tagName === 'th') {
    if (name !== '') table.headers.push({ cell: one, row, column, hasCellBeside: false })
    return
  }
  for (let at = column; at < table.column; at += 1) table.lastData.set(at, row)
  const { headers } = table
  for (let at = headers.length - 1; at >= 0; at -= 1) {
    const header = headers[at]
    if (!header || header.row !== row || header.hasCellBeside) break
    header.hasCellBeside = true
  }
}

function checkHeaders({ headers, lastData }: Table, add: Add): void {
  for (const { cell, row, column, hasCellBeside } of headers) {
    const scope = attribute(cell.element, 'scope')?.toLowerCase() ?? ''
    const hasBelow = !scope.startsWith('row') && (lastData.get(column) ?? 0) > row
    if (hasBelow || (hasCellBeside && !scope.startsWith('col'))) continue
    add('table-headers', `The heading “${cell.name.slice(0, 60)}” has no cells.`, cell.element)
  }
}

const hasBorder = ({ element }: Seen) =>
  Number.parseInt(attribute(element, 'border') ?? '', 10) > 0 ||
  /\bborder[^:;]{0,20}:[^;]{0,60}(?:solid|double|dashed|dotted)/i.test(
    attribute(element, 'style') ?? '',
  )
