import type { FactsOf } from '@mailstop/contract'
import { ChevronRight, Square, Star } from 'lucide-react'
import { useId, type CSSProperties, type ReactNode } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { initials } from '../../../ui/texts/avatar.tsx'
import { dateTexts } from '../../../ui/texts/date-texts.ts'
import { useNow } from '../../../ui/texts/use-now.ts'

/** What each of these programs shows of a mail that is not read yet. */
type Shown = { sender: string; subject: string; preheader: string; time: ReactNode }

type RowPreviewProps = FactsOf<'row'> & { received_at: string }

/**
 * A mail as a row of an inbox, as three mail programs draw it. It is an approximation: the colors, the widths and
 * the places where a text is cut are drawn by hand.
 */
export function RowPreview({ received_at: at, ...facts }: RowPreviewProps) {
  const id = useId()
  const now = useNow()
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  const shown = {
    sender: facts.from_name?.trim() || facts.from_address?.trim() || '(no sender)',
    subject: facts.subject.trim(),
    preheader: facts.preheader.trim(),
    time: <time dateTime={at}>{isToday ? dates.time(at) : dates.dayOfMonth(at)}</time>,
  }
  return (
    <div className="@container grid gap-5">
      {clients.map(({ name, isWide, colors, Row }, client) => (
        <figure key={name} aria-labelledby={id + client} className="m-0 min-w-0">
          <figcaption id={id + client} className="mb-1.5 text-xs text-ink-3">
            <span className="font-[550] text-ink-2">{name}</span> (approximation)
          </figcaption>
          <div className={classNames('grid gap-2', !isWide && '@min-[560px]:grid-cols-2')}>
            {colors.map((style, scheme) => (
              <div
                key={scheme}
                // One reading is enough for a screen reader: the dark row says the same.
                aria-hidden={scheme > 0 || undefined}
                style={style}
                className={classNames(
                  'min-w-0 overflow-hidden rounded-md border border-line bg-(--row) font-sans text-(--row-ink) [forced-color-adjust:none]',
                  // As wide as the screen of an iPhone.
                  !isWide && 'max-w-[390px]',
                )}
              >
                <Row {...shown} />
              </div>
            ))}
          </div>
        </figure>
      ))}
    </div>
  )
}

const dates = dateTexts()

function GmailRow({ sender, subject, preheader, time }: Shown) {
  return (
    <div className="flex h-10 items-center gap-3 px-3 text-[14px]">
      <Square aria-hidden className="text-(--row-muted) @max-[560px]:hidden" />
      <Star aria-hidden className="text-(--row-muted) @max-[560px]:hidden" />
      <Line className="w-[168px] flex-none font-bold @max-[560px]:w-24">{sender}</Line>
      {/* Gmail shows about 100 characters of both together. */}
      <Line className="max-w-[100ch] flex-1">
        <span className="font-bold">{subject || '(no subject)'}</span>
        {preheader && <span className="text-(--row-muted)"> - {preheader}</span>}
      </Line>
      <span className="ml-auto flex-none text-[12px] font-bold">{time}</span>
    </div>
  )
}

function AppleRow({ sender, subject, preheader, time }: Shown) {
  return (
    <div className="relative grid gap-px py-2.5 pr-3 pl-7 text-[15px] leading-[20px] tracking-[-0.01em]">
      <span
        aria-hidden
        className="absolute top-[15px] left-2.5 size-2.5 rounded-full bg-(--row-mark)"
      />
      <div className="flex min-w-0 items-center gap-1">
        <Line className="flex-1 font-semibold">{sender}</Line>
        <span className="flex-none text-(--row-muted)">{time}</span>
        <ChevronRight aria-hidden className="text-(--row-muted)" />
      </div>
      <Line>{subject || 'No Subject'}</Line>
      <p
        dir="auto"
        className="m-0 line-clamp-2 min-h-10 text-left [overflow-wrap:anywhere] text-(--row-muted)"
      >
        {preheader || 'This message has no content.'}
      </p>
    </div>
  )
}

function OutlookRow({ sender, subject, preheader, time }: Shown) {
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
        <div className="flex min-w-0 items-baseline gap-2 font-semibold text-(--row-mark)">
          <Line className="flex-1">{subject || '(No subject)'}</Line>
          <span className="flex-none text-[12px]">{time}</span>
        </div>
        <Line className="text-(--row-muted)">{preheader || '\u00A0'}</Line>
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

/** Custom properties: the surface of the row, its text, its second text, and the mark of an unread mail. */
const rowColors = (...[surface, ink, muted, mark]: [string, string, string, string]) =>
  ({
    '--row': surface,
    '--row-ink': ink,
    '--row-muted': muted,
    '--row-mark': mark,
  }) as CSSProperties

/** Each with its colors in the light and in the dark. The row of Gmail needs the whole width. */
const clients = [
  {
    name: 'Gmail on the web',
    isWide: true,
    colors: [
      rowColors('#ffffff', '#1f1f1f', '#5f6368', '#0b57d0'),
      rowColors('#121212', '#e8eaed', '#9aa0a6', '#a8c7fa'),
    ],
    Row: GmailRow,
  },
  {
    name: 'Apple Mail on an iPhone',
    isWide: false,
    colors: [
      rowColors('#ffffff', '#000000', '#6c6c70', '#007aff'),
      rowColors('#000000', '#ffffff', '#98989f', '#0a84ff'),
    ],
    Row: AppleRow,
  },
  {
    name: 'Outlook',
    isWide: false,
    colors: [
      rowColors('#ffffff', '#242424', '#616161', '#0f6cbd'),
      rowColors('#1f1f1f', '#ffffff', '#adadad', '#62abf5'),
    ],
    Row: OutlookRow,
  },
]
