import { countText, type MailSummary } from '@mailstop/contract'
import { Check, Paperclip } from 'lucide-react'
import { memo, useMemo } from 'react'
import { Link } from 'react-router'
import { useDensity, type Density } from '../../../lib/density.ts'
import { classNames } from '../../../ui/class-names.ts'
import { RelativeTimeText } from '../../../ui/texts/relative-time-text.tsx'
import { Skeleton } from '../../../ui/pages/skeleton.tsx'
import type { InboxEntry } from '../address/inbox-paths.ts'
import { matchedPieces, type MatchedWords } from './matched-words.ts'
import { dateHeaderText } from '../read/header/date-header.ts'
import { fileSize } from '../../../lib/file-size.ts'
import { clickedTag, RowTags } from '../tags/row-tags.tsx'
import { recipientsText, senderName, subjectText } from '../read/header/mailbox-text.ts'

/** Pixels. All rows of a list have the same height, so that it can compute their positions. */
export const rowHeights: Record<Density, number> = { comfortable: 81, compact: 49 }

type MailRowProps = {
  team: number
  mail: MailSummary
  to: string
  opened: boolean
  selected: boolean
  /** The only row with a tab stop. The arrow keys lead to the others, and Tab leaves the list. */
  isTabStop: boolean
  /** Some mails are selected, so that every row shows its checkbox. */
  isSelecting: boolean
  words: MatchedWords
  density: Density
  onOpen: (mail: number) => void
  /** Called when the pointer or the focus reaches the row: the user may open this mail next. */
  onApproach: (mail: number) => void
  /** Selects the mail, or with `range` everything up to it. */
  onSelect: (mail: number, range: boolean) => void
  /** Shows all mail with a tag. */
  onTag: (tag: string) => void
}

export const MailRow = memo(function MailRow(props: MailRowProps) {
  const { team, mail, to, opened, selected, isTabStop, density } = props
  const { onOpen, onApproach, onSelect, onTag } = props
  const approach = () => onApproach(mail.id)
  const Lines = density === 'compact' ? CompactLines : ComfortableLines
  return (
    <div className="group relative h-full">
      <Link
        to={to}
        state={{ team } satisfies InboxEntry}
        tabIndex={isTabStop ? undefined : -1}
        aria-current={opened ? 'true' : undefined}
        onPointerEnter={approach}
        onFocus={approach}
        onClick={(event) => {
          // The link alone opens a new tab.
          if (event.metaKey || event.ctrlKey || event.altKey) return
          event.preventDefault()
          const tag = clickedTag(event.target)
          if (tag !== null) onTag(tag)
          else if (event.shiftKey) onSelect(mail.id, true)
          else onOpen(mail.id)
        }}
        className={classNames(
          'relative grid h-full grid-cols-[14px_minmax(0,1fr)_auto] content-center gap-x-1.5 border-b border-line pr-3.5 pl-2.5 outline-offset-[-2px] select-none pointer-coarse:grid-cols-[20px_minmax(0,1fr)_auto]',
          opened || selected ? 'bg-selected' : 'hover:bg-hover',
          opened && 'before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-accent',
        )}
      >
        <span
          className={classNames(
            'row-span-3 grid content-start justify-items-center',
            density === 'compact' ? 'gap-[3px] pt-1' : 'gap-[5px] pt-1.5',
          )}
        >
          {mail.read_at === null && <Dot label="Unread" className="bg-unread" />}
          {mail.flagged && <Dot label="Flagged" className="bg-flag" />}
        </span>
        <Lines {...props} />
      </Link>
      <RowCheckbox {...props} subject={subjectText(mail.subject)} />
    </div>
  )
})

function ComfortableLines({ mail, words }: MailRowProps) {
  const recipients = recipientsText(mail.to)
  return (
    <>
      <Sender mail={mail} words={words} />
      <Received mail={mail} />
      <Subject mail={mail} words={words} className="col-span-2 mt-px" />
      <span className="col-span-2 mt-px flex min-w-0 items-center gap-2 text-sm text-ink-3">
        <span className="truncate" title={recipients}>
          To: <bdi>{recipients}</bdi>
        </span>
        <span className="flex-1" />
        <RowTags tags={mail.tags} />
        {mail.attachment_count > 0 && (
          <span className="flex-none">
            <Attachments count={mail.attachment_count} />
          </span>
        )}
      </span>
    </>
  )
}

/** Two lines, with the beginning of the text and the size. */
function CompactLines({ mail, words }: MailRowProps) {
  return (
    <>
      <Sender mail={mail} words={words} />
      <span className="flex items-center gap-1 text-ink-3">
        {mail.attachment_count > 0 && <Attachments count={mail.attachment_count} />}
        <Received mail={mail} />
      </span>
      <span className="col-span-2 flex min-w-0 items-baseline gap-2">
        {/* Beside a long subject the snippet wraps to a line that is cut off: a few letters of it say nothing. */}
        <span className="flex h-[1lh] min-w-0 flex-1 flex-wrap items-baseline gap-x-2 overflow-hidden">
          <Subject mail={mail} words={words} className="max-w-full" />
          <span
            className="min-w-0 flex-[1_1_56px] truncate text-left text-sm leading-[1lh] text-ink-3"
            dir="auto"
          >
            {mail.snippet}
          </span>
        </span>
        <RowTags tags={mail.tags} />
        <span className="num flex-none text-xs text-ink-3">{fileSize(mail.size)}</span>
      </span>
    </>
  )
}

type LineProps = Pick<MailRowProps, 'mail' | 'words'>

const weightOf = ({ read_at }: MailSummary) =>
  read_at === null ? 'font-semibold text-ink' : 'text-ink-2'

function Sender({ mail, words }: LineProps) {
  const sender = senderName(mail.from)
  const weight = mail.read_at === null ? weightOf(mail) : 'font-medium text-ink-2'
  return (
    <span dir="auto" title={sender} className={classNames('truncate text-left', weight)}>
      <MatchedText text={sender} words={words.sender} />
    </span>
  )
}

function Subject({ mail, words, className }: LineProps & { className: string }) {
  const subject = subjectText(mail.subject)
  return (
    <span
      dir="auto"
      title={subject}
      className={classNames('truncate text-left', weightOf(mail), className)}
    >
      <MatchedText text={subject} words={words.subject} />
    </span>
  )
}

function Received({ mail }: { mail: MailSummary }) {
  return (
    <RelativeTimeText
      iso={mail.received_at}
      note={dateHeaderText(mail)}
      // In a very narrow list it would leave no room for the sender.
      className="num pl-1.5 text-xs leading-5 whitespace-nowrap text-ink-3 @max-[190px]:sr-only"
    />
  )
}

function Attachments({ count }: { count: number }) {
  const text = countText(count, 'attachment')
  return (
    <span title={text}>
      <Paperclip aria-hidden className="!size-[13px]" />
      <span className="sr-only">{text}</span>
    </span>
  )
}

/** Below the dots, so that nothing moves when it appears. Its click target is larger than its box. */
function RowCheckbox(props: MailRowProps & { subject: string }) {
  const { mail, selected, isTabStop, isSelecting, density, subject, onSelect } = props
  return (
    <label
      className={classNames(
        'absolute bottom-0 left-0 grid w-[34px] place-items-center transition-opacity duration-100 pointer-coarse:w-10 pointer-coarse:opacity-100',
        density === 'compact'
          ? "h-7 pointer-coarse:before:absolute pointer-coarse:before:inset-x-0 pointer-coarse:before:bottom-0 pointer-coarse:before:h-10 pointer-coarse:before:content-['']"
          : 'h-10',
        !selected && !isSelecting && 'opacity-0 group-hover:opacity-100 focus-within:opacity-100',
      )}
    >
      <input
        type="checkbox"
        checked={selected}
        tabIndex={isTabStop ? undefined : -1}
        aria-label={`Select “${subject}”`}
        className="peer size-[14px] appearance-none rounded-[4px] border border-ink-3 bg-surface checked:border-accent checked:bg-accent"
        // A range needs the Shift key, which only the click event knows.
        onClick={(event) => onSelect(mail.id, event.shiftKey)}
        onChange={() => undefined}
      />
      <Check
        strokeWidth={3.5}
        className="pointer-events-none absolute !size-[10px] text-accent-text opacity-0 peer-checked:opacity-100"
      />
    </label>
  )
}

function Dot({ label, className }: { label: string; className: string }) {
  return (
    <span className={classNames('size-[7px] rounded-full', className)} title={label}>
      <span className="sr-only">{label}</span>
    </span>
  )
}

/** A text of the list with the searched words marked. */
function MatchedText({ text, words }: { text: string; words: readonly string[] }) {
  const pieces = useMemo(() => matchedPieces(text, words), [text, words])
  return pieces.map((piece, index) =>
    piece.isMatch ? (
      <mark key={index} className="rounded-[3px] bg-flag/25 text-inherit">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  )
}

const senders = ['w-24', 'w-36', 'w-20', 'w-28', 'w-40']
/** More rows than fit on a screen; the rest is cut off. */
const rows = [...senders, ...senders, ...senders, ...senders, ...senders]

/** The shape of the list while it loads. */
export function MailRowSkeletons() {
  const density = useDensity()
  return (
    <div role="status" className="appear-late relative overflow-hidden">
      {/* The text lies over the rows, so that they are where the rows of the list will be. */}
      <p className="absolute inset-x-0 top-24 z-1 mx-auto w-fit rounded-md bg-surface px-3 py-1 text-sm text-ink-2">
        Loading...
      </p>
      {rows.map((sender, index) => (
        <div
          key={index}
          style={{ height: rowHeights[density] }}
          className="grid content-center gap-2.5 border-b border-line pr-3.5 pl-[30px] pointer-coarse:pl-9"
        >
          <span className="flex justify-between">
            <Skeleton className={sender} />
            <Skeleton className="h-2.5! w-16" />
          </span>
          <Skeleton className={index % 3 ? 'w-3/5' : 'w-4/5'} />
          {density === 'comfortable' && <Skeleton className="h-2.5! w-32" />}
        </div>
      ))}
    </div>
  )
}
