import { countText } from '@mailstop/contract'
import { Inbox, Paperclip } from 'lucide-react'
import { memo, useMemo, useState } from 'react'
import { fileSize } from '../../../lib/file-size.ts'
import { fullPath } from '../../../lib/paths/base-path.ts'
import { classNames } from '../../../ui/class-names.ts'
import { RelativeTimeText } from '../../../ui/texts/relative-time-text.tsx'
import { dateHeaderText } from '../read/header/date-header.ts'
import { recipientsText, senderName, subjectText } from '../read/header/mailbox-text.ts'
import { clickedTag, RowTags } from '../tags/row-tags.tsx'
import { BrokenGuards } from './broken-guards.tsx'
import { matchedPieces } from './matched-words.ts'
import { RowActions } from './row-actions.tsx'
import { RowCheckbox } from './row-checkbox.tsx'
import type { MailRowProps } from './row-props.ts'

/** Pixels. All rows of a list have the same height, so that it can compute their positions. */
export const rowHeight = 56

export const MailRow = memo(function MailRow(props: MailRowProps) {
  const { mail, to, inbox, opened, selected, isTabStop, isSelecting, words, onAct, onTag } = props
  // The mail that it was: the element may have become the row of another one since.
  const [hovered, setHovered] = useState<number | null>(null)
  const [focused, setFocused] = useState<{ id: number; isVisible: boolean } | null>(null)
  const isHovered = hovered === mail.id
  const hasFocus = focused?.id === mail.id
  // What has the focus is not taken away.
  const isComplete = props.isComplete || hasFocus
  return (
    <div
      className="group relative h-full"
      onPointerEnter={({ pointerType }) => {
        onAct('approach', mail)
        setHovered(pointerType === 'touch' ? null : mail.id)
      }}
      onPointerLeave={() => setHovered(null)}
      onFocus={({ target }) => {
        onAct('approach', mail)
        setFocused({ id: mail.id, isVisible: target.matches(':focus-visible') })
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setFocused(null)
      }}
    >
      <a
        href={fullPath(to)}
        tabIndex={isTabStop ? undefined : -1}
        aria-current={opened ? 'true' : undefined}
        onClick={(event) => {
          // The link alone opens a new tab.
          if (event.metaKey || event.ctrlKey || event.altKey) return
          event.preventDefault()
          const tag = clickedTag(event.target)
          if (tag !== null) onTag(tag)
          else onAct(event.shiftKey ? 'selectTo' : 'open', mail)
        }}
        className={classNames(
          'relative grid h-full content-center gap-y-0.5 border-b border-line pr-3.5 pl-[30px] outline-offset-[-2px] select-none pointer-coarse:pl-10',
          opened || selected ? 'bg-selected' : 'group-hover:bg-hover',
          opened && 'before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-accent',
        )}
      >
        {mail.read_at === null && (
          <Dot
            label="Unread"
            className={classNames(
              'top-[13px] bg-unread',
              // The checkbox takes its place; a finger has both beside each other.
              isSelecting
                ? 'pointer-fine:opacity-0'
                : 'pointer-fine:group-hover:opacity-0 pointer-fine:group-has-focus-visible:opacity-0',
            )}
          />
        )}
        {mail.flagged && <Dot label="Flagged" className="top-[35px] bg-flag" />}
        <FirstLine
          mail={mail}
          inbox={inbox}
          words={words}
          isComplete={isComplete}
          isHovered={isHovered}
        />
        <SecondLine mail={mail} words={words} isComplete={isComplete} isHovered={isHovered} />
      </a>
      {isComplete && <RowCheckbox {...props} />}
      {isComplete && (isHovered || (hasFocus && focused.isVisible)) && !isSelecting && (
        <RowActions mail={mail} opened={opened} isTabStop={isTabStop} onAct={onAct} />
      )}
    </div>
  )
})

/** Titles are for the pointer, so only the row under it has any. */
type LineProps = Pick<MailRowProps, 'mail' | 'words' | 'isComplete'> & { isHovered: boolean }

type FirstLineProps = LineProps & Pick<MailRowProps, 'inbox'>

function FirstLine({ mail, inbox, words, isComplete, isHovered }: FirstLineProps) {
  const sender = senderName(mail.from)
  const weight = mail.read_at === null ? 'font-semibold text-ink' : 'font-medium text-ink-2'
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      {/* It leaves room for the beginning of the recipients and for the time. */}
      <span
        dir="auto"
        title={isHovered ? sender : undefined}
        className={classNames('max-w-[calc(100%-160px)] flex-none truncate text-left', weight)}
      >
        <MatchedText text={sender} words={words.sender} />
      </span>
      {isComplete && <RecipientsAndTime mail={mail} inbox={inbox} isHovered={isHovered} />}
    </span>
  )
}

function RecipientsAndTime({
  mail,
  inbox,
  isHovered,
}: Pick<FirstLineProps, 'mail' | 'inbox' | 'isHovered'>) {
  const recipients = recipientsText(mail.to)
  return (
    <>
      <span
        title={isHovered ? recipients : undefined}
        className={classNames(
          'min-w-0 flex-1 truncate text-sm leading-[1lh] text-ink-3',
          // Beside an inbox in a narrow list, a letter of them says nothing.
          inbox !== null && '@max-[22rem]:invisible',
        )}
      >
        To: <bdi>{recipients}</bdi>
      </span>
      {inbox !== null && <RowInbox name={inbox} />}
      <RelativeTimeText
        iso={mail.received_at}
        note={isHovered ? dateHeaderText(mail) : null}
        hasTitle={isHovered}
        className="num flex-none text-xs whitespace-nowrap text-ink-3"
      />
    </>
  )
}

function SecondLine({ mail, words, isComplete, isHovered }: LineProps) {
  const subject = subjectText(mail.subject)
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      {/* Beside a long subject the snippet wraps to a line that is cut off: a few letters of it say nothing. */}
      <span className="flex h-[1lh] min-w-0 flex-1 flex-wrap items-baseline gap-x-2 overflow-hidden">
        <span
          dir="auto"
          title={isHovered ? subject : undefined}
          className={classNames(
            'max-w-full truncate text-left',
            mail.read_at === null ? 'font-semibold text-ink' : 'text-ink-2',
          )}
        >
          <MatchedText text={subject} words={words.subject} />
        </span>
        {isComplete && (
          <span
            dir="auto"
            className="min-w-0 flex-[1_1_56px] truncate text-left text-sm leading-[1lh] text-ink-3"
          >
            {mail.snippet}
          </span>
        )}
      </span>
      {isComplete && (
        <>
          <BrokenGuards names={mail.broken_guards.map(({ name }) => name)} />
          <RowTags tags={mail.tags} />
          {mail.attachment_count > 0 && <Attachments count={mail.attachment_count} />}
          <span className="num flex-none text-xs text-ink-3">{fileSize(mail.size)}</span>
        </>
      )}
    </span>
  )
}

function Attachments({ count }: { count: number }) {
  const text = countText(count, 'attachment')
  return (
    <span title={text} className="flex-none self-center text-ink-3">
      <Paperclip aria-hidden className="!size-[13px]" />
      <span className="sr-only">{text}</span>
    </span>
  )
}

/** Unread is beside the sender, flagged beside the subject. */
function Dot({ label, className }: { label: string; className: string }) {
  return (
    <span
      title={label}
      className={classNames(
        'absolute left-[11px] size-[7px] rounded-full pointer-coarse:left-1.5',
        className,
      )}
    >
      <span className="sr-only">{label}</span>
    </span>
  )
}

/** A text of the list with the searched words marked. */
function MatchedText({ text, words }: { text: string; words: readonly string[] }) {
  const pieces = useMemo(() => matchedPieces(text, words), [text, words])
  return pieces.map((piece, index) =>
    piece.isMatch ? (
      <mark key={index} className="rounded-[3px] bg-flag/25 text-ink">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  )
}

/** The name of a mail's inbox on its row, in a list of several inboxes. */
const RowInbox = ({ name }: { name: string }) => (
  <span
    title={`Inbox: ${name}`}
    className="flex max-w-[35%] min-w-0 items-baseline gap-1 text-xs text-ink-3"
  >
    <Inbox aria-hidden className="!size-3 flex-none self-center" />
    <span className="sr-only">Inbox: </span>
    <span className="truncate">{name}</span>
  </span>
)
