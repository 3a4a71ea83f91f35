import { useState, type ReactNode } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { LinkTarget } from '../../ui/texts/link-target.tsx'
import { LevelIcon, levelWord, type Level } from './levels.tsx'
import { PlaceButton, type CheckPlace } from './place-button.tsx'

export type Row = {
  level?: Level
  text: ReactNode
  place?: CheckPlace | null
  /** Short facts behind the text; those that are missing are left out. */
  notes?: readonly (string | number | null | false | undefined)[]
  /** Words of the mail, which are only shown. */
  code?: string | null
  /** An address, which opens by a click. */
  href?: string
  action?: ReactNode
  below?: ReactNode
  /** How far it is indented. */
  depth?: number
}

type RowsProps = {
  label: string
  rows: readonly Row[]
  /** Rows beyond these that the server has left out. */
  more?: number
  /** It opens by a click on its label. */
  isClosed?: boolean
}

const shownAtFirst = 12
const deepest = 8

/** What a check found or knows, one below the other; nothing where there is nothing. */
export function Rows({ label, rows, more = 0, isClosed = false }: RowsProps) {
  const [all, setAll] = useState(false)
  if (rows.length === 0) return null
  const list = (
    <>
      <ul aria-label={label} className="m-0 list-none p-0">
        {rows.slice(0, all ? rows.length : shownAtFirst).map((row, index) => (
          <RowItem key={index} {...row} />
        ))}
      </ul>
      {(more > 0 || (!all && rows.length > shownAtFirst)) && (
        <p className="num m-0 border-t border-line px-3 py-1.5 text-sm text-ink-3">
          {!all && rows.length > shownAtFirst ? (
            <Button size="sm" onClick={() => setAll(true)}>
              Show all {rows.length.toLocaleString('en')}
            </Button>
          ) : (
            `${more.toLocaleString('en')} more are not listed.`
          )}
        </p>
      )}
    </>
  )
  const frame = 'min-w-0 rounded-md border border-line'
  if (!isClosed) return <div className={frame}>{list}</div>
  return (
    <details className={frame}>
      <summary className="cursor-pointer px-3 py-1.5 text-sm [overflow-wrap:anywhere] open:border-b pointer-coarse:py-2.5">
        <bdi className="font-[550] text-ink">{label}</bdi>{' '}
        <span className="num text-ink-3">{rows.length.toLocaleString('en')}</span>
      </summary>
      {list}
    </details>
  )
}

function RowItem({ level, text, place, notes = [], code, href, action, below, depth = 0 }: Row) {
  const known = notes.filter((note) => note !== null && note !== undefined && note !== false)
  return (
    <li
      style={{ paddingLeft: 12 + Math.min(depth, deepest) * 18 }}
      className="flex items-start gap-2.5 border-t border-line py-1.5 pr-1.5 first:border-t-0"
    >
      {level && <LevelIcon level={level} className="mt-[3px]" />}
      <div className="grid min-w-0 flex-1 gap-0.5 text-md">
        <div className="flex flex-wrap items-baseline gap-x-2.5 [overflow-wrap:anywhere] text-ink">
          <span dir="auto" className="text-pretty">
            {level && <span className="sr-only">{levelWord(level)}: </span>}
            {text}
          </span>
          {place && <PlaceButton place={place} />}
          <span className="num text-sm text-ink-3 empty:hidden">{known.join(' · ')}</span>
        </div>
        {code && (
          <code
            className="line-clamp-2 font-mono text-xs leading-5 [overflow-wrap:anywhere] text-ink-3"
            title={code}
          >
            <bdi>{code}</bdi>
          </code>
        )}
        {href !== undefined && <LinkTarget href={href} />}
        {below}
      </div>
      {action && <span className="-my-0.5 flex flex-none">{action}</span>}
    </li>
  )
}
