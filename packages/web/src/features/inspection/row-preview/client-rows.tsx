import { ChevronRight, Square, Star } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { initials } from '../../../ui/texts/avatar.tsx'
import { cutText, rowTimes, senderText, type RowFacts } from './row-texts.ts'

export const schemes = ['light', 'dark'] as const
export type Scheme = (typeof schemes)[number]

export type RowClient = {
  name: string
  colors: Record<Scheme, CSSProperties>
  /** Its row needs the whole width. */
  isWide: boolean
  /** A row that is not read yet. */
  render: (facts: RowFacts, now: number) => ReactNode
}

/** Custom properties: the surface of the row, its text, its second text, and the mark of an unread mail. */
const rowColors = (surface: string, ink: string, muted: string, mark: string) =>
  ({
    '--row': surface,
    '--row-ink': ink,
    '--row-muted': muted,
    '--row-mark': mark,
  }) as CSSProperties

/** Gmail shows about this many characters of subject and preview together in a window of common width. */
const gmailCharacters = 100

function gmailRow(facts: RowFacts, now: number): ReactNode {
  const subject = cutText(facts.subject.trim() || '(no subject)', gmailCharacters)
  const room = gmailCharacters - subject.length
  const preview = room > 0 ? cutText(facts.preheader.trim(), room) : ''
  return (
    <div className="flex h-10 items-center gap-3 px-3 text-[14px]">
      <Square aria-hidden className="text-(--row-muted) @max-[560px]:hidden" />
      <Star aria-hidden className="text-(--row-muted) @max-[560px]:hidden" />
      <Line className="w-[168px] flex-none font-bold @max-[560px]:w-24">{senderText(facts)}</Line>
      <Line className="flex-1">
        <span className="font-bold">{subject}</span>
        {preview && <span className="text-(--row-muted)"> - {preview}</span>}
      </Line>
      <time dateTime={facts.received_at} className="flex-none text-[12px] font-bold">
        {rowTimes.gmail(facts.received_at, now)}
      </time>
    </div>
  )
}

function appleRow(facts: RowFacts, now: number): ReactNode {
  return (
    <div className="relative grid gap-px py-2.5 pr-3 pl-7 text-[15px] leading-[20px] tracking-[-0.01em]">
      <span
        aria-hidden
        className="absolute top-[15px] left-2.5 size-2.5 rounded-full bg-(--row-mark)"
      />
      <div className="flex min-w-0 items-center gap-1">
        <Line className="flex-1 font-semibold">{senderText(facts)}</Line>
        <time dateTime={facts.received_at} className="flex-none text-(--row-muted)">
          {rowTimes.apple(facts.received_at, now)}
        </time>
        <ChevronRight aria-hidden className="text-(--row-muted)" />
      </div>
      <Line>{facts.subject.trim() || 'No Subject'}</Line>
      <p
        dir="auto"
        className="m-0 line-clamp-2 min-h-10 text-left [overflow-wrap:anywhere] text-(--row-muted)"
      >
        {facts.preheader.trim() || 'This message has no content.'}
      </p>
    </div>
  )
}

function outlookRow(facts: RowFacts, now: number): ReactNode {
  const sender = senderText(facts)
  return (
    <div className="flex gap-3 border-l-[3px] border-(--row-mark) py-2.5 pr-3 pl-2.5 text-[14px] leading-5">
      <span
        aria-hidden
        className="mt-0.5 grid size-8 flex-none place-items-center rounded-full bg-(--row-mark) text-[12px] font-semibold text-(--row)"
      >
        {initials(sender) || '?'}
      </span>
      <div className="grid min-w-0 flex-1">
        <Line className="font-semibold">{sender}</Line>
        <div className="flex min-w-0 items-baseline gap-2">
          <Line className="flex-1 font-semibold text-(--row-mark)">
            {facts.subject.trim() || '(No subject)'}
          </Line>
          <time
            dateTime={facts.received_at}
            className="flex-none text-[12px] font-semibold text-(--row-mark)"
          >
            {rowTimes.outlook(facts.received_at, now)}
          </time>
        </div>
        <Line className="text-(--row-muted)">{facts.preheader.trim() || '\u00A0'}</Line>
      </div>
    </div>
  )
}

function Line({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <span dir="auto" className={`block min-w-0 truncate text-left ${className}`}>
      {children}
    </span>
  )
}

export const clientRows: readonly RowClient[] = [
  {
    name: 'Gmail on the web',
    isWide: true,
    colors: {
      light: rowColors('#ffffff', '#1f1f1f', '#5f6368', '#0b57d0'),
      dark: rowColors('#121212', '#e8eaed', '#9aa0a6', '#a8c7fa'),
    },
    render: gmailRow,
  },
  {
    name: 'Apple Mail on an iPhone',
    isWide: false,
    colors: {
      light: rowColors('#ffffff', '#000000', '#6c6c70', '#007aff'),
      dark: rowColors('#000000', '#ffffff', '#98989f', '#0a84ff'),
    },
    render: appleRow,
  },
  {
    name: 'Outlook',
    isWide: false,
    colors: {
      light: rowColors('#ffffff', '#242424', '#616161', '#0f6cbd'),
      dark: rowColors('#1f1f1f', '#ffffff', '#adadad', '#62abf5'),
    },
    render: outlookRow,
  },
]
