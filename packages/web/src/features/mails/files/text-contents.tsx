import { countText, type FileKind } from '@mailstop/contract'
import { useMemo } from 'react'
import { Verbatim } from '../../../ui/texts/verbatim.tsx'
import { indentJson } from './indent-json.ts'
import { parseTable, tableLimits, type Table } from './parse-table.ts'
import { Scroller } from './preview-parts.tsx'
import { readCalendar } from './read-calendar.ts'

export type TextKind = Exclude<FileKind, 'image' | 'pdf' | 'mail' | 'other'>

type TextContentsProps = { text: string; kind: TextKind }

/** A file of text: as a table, indented, or below a summary, as its kind allows. Pages show their source. */
export function TextContents({ text, kind }: TextContentsProps) {
  const table = useMemo(() => (kind === 'csv' ? parseTable(text) : null), [kind, text])
  const shown = useMemo(() => (kind === 'json' ? indentJson(text) : text), [kind, text])
  const event = useMemo(() => (kind === 'calendar' ? readCalendar(text) : []), [kind, text])
  if (table) return <TableContents table={table} />
  return (
    <Scroller>
      {event.length > 0 && (
        <dl className="mt-0 mb-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-md border border-line p-3 text-sm">
          {event.map(({ label, value }) => (
            <div key={label} className="contents">
              <dt className="text-ink-3">{label}</dt>
              <dd className="m-0 min-w-0 [overflow-wrap:anywhere]">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {shown.trim() === '' ? (
        <p className="m-0 text-sm text-ink-3">This file is empty.</p>
      ) : (
        <Verbatim text={shown} />
      )}
    </Scroller>
  )
}

function TableContents({ table: { rows, isCut } }: { table: Table }) {
  const [head = [], ...body] = rows
  return (
    <Scroller>
      <table className="border-collapse text-sm">
        <thead>
          <tr>
            {head.map((cell, column) => (
              <th key={column} scope="col" className={`${cellClasses} font-semibold`}>
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column} className={cellClasses}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {isCut && (
        <p className="mt-3 mb-0 text-sm text-ink-3">
          Only the first {countText(tableLimits.rows, 'row')} are shown.
        </p>
      )}
    </Scroller>
  )
}

const cellClasses = 'num max-w-96 border border-line px-2 py-1 text-left align-top wrap-break-word'
