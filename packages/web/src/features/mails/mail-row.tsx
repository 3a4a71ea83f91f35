import type { MailSummary } from '@mailstop/contract'
import { Paperclip } from 'lucide-react'
import { Link, type To } from 'react-router'
import { classNames } from '../../ui/class-names.ts'
import { recipientsText, senderName, subjectText } from './mailbox-text.ts'
import { RelativeTimeText } from './relative-time-text.tsx'

/** Every row is as high as any other, so that the list knows where each one is. In pixels. */
export const rowHeight = 81

type MailRowProps = {
  mail: MailSummary
  to: To
  selected: boolean
  /** The reader may open this one next. */
  onApproach: () => void
}

export function MailRow({ mail, to, selected, onApproach }: MailRowProps) {
  const unread = mail.read_at === null
  const sender = senderName(mail.from)
  const subject = subjectText(mail.subject)
  const recipients = recipientsText(mail.to)
  const weight = unread ? 'font-semibold text-ink' : 'text-ink-2'
  return (
    <Link
      to={to}
      aria-current={selected ? 'true' : undefined}
      onPointerEnter={onApproach}
      onFocus={onApproach}
      className={classNames(
        'relative grid h-full grid-cols-[14px_minmax(0,1fr)_auto] content-center gap-x-1.5 border-b border-line pr-3.5 pl-2.5 outline-offset-[-2px]',
        selected
          ? 'bg-selected before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-accent'
          : 'hover:bg-hover',
      )}
    >
      <span className="row-span-3 grid content-start justify-items-center gap-[5px] pt-1.5">
        {unread && <Dot label="Unread" className="bg-unread" />}
        {mail.flagged && <Dot label="Flagged" className="bg-flag" />}
      </span>
      <span
        dir="auto"
        title={sender}
        className={classNames('truncate text-left', unread ? weight : 'font-medium text-ink-2')}
      >
        {sender}
      </span>
      <RelativeTimeText
        iso={shownTime(mail)}
        className="num pl-1.5 text-xs leading-5 whitespace-nowrap text-ink-3"
      />
      <span
        dir="auto"
        title={subject}
        className={classNames('col-span-2 mt-px truncate text-left', weight)}
      >
        {subject}
      </span>
      <span className="col-span-2 mt-px flex min-w-0 items-center gap-2 text-sm text-ink-3">
        <span className="truncate" title={recipients}>
          To: <bdi>{recipients}</bdi>
        </span>
        {mail.attachment_count > 0 && (
          <span className="ml-auto flex-none" title={attachmentsText(mail.attachment_count)}>
            <Paperclip aria-hidden className="!size-[13px]" />
            <span className="sr-only">{attachmentsText(mail.attachment_count)}</span>
          </span>
        )}
      </span>
    </Link>
  )
}

function Dot({ label, className }: { label: string; className: string }) {
  return (
    <span className={classNames('size-[7px] rounded-full', className)} title={label}>
      <span className="sr-only">{label}</span>
    </span>
  )
}

const attachmentsText = (count: number) => (count === 1 ? '1 attachment' : `${count} attachments`)

/** The mail's own Date, as mail clients show it, unless it claims to be from the future. */
function shownTime({ date, received_at }: MailSummary): string {
  return date !== null && date < received_at ? date : received_at
}
