import type { Mail, Mailbox, MailSummary } from '@mailstop/contract'
import { useState } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { dateHeaderText } from './date-header.ts'
import { mailtoHref, senderName, subjectText } from './mailbox-text.ts'
import { longDateTime } from '../../../ui/relative-time.ts'

/** A longer list of recipients is collapsed. */
const shownMailboxes = 5

/** Subject, sender, recipients and date. `mail` adds the recipients that the summary lacks. */
export function MailHeader({ summary, mail }: { summary: MailSummary; mail: Mail | undefined }) {
  const { from, to } = summary
  const sender = senderName(from)
  const dateHeader = dateHeaderText(summary)
  return (
    <header className="flex-none border-b border-line px-[26px] pt-5 pb-4 max-tablet:px-4">
      <h1
        dir="auto"
        title={summary.subject}
        className="mb-3.5 line-clamp-3 text-xl leading-[1.3] font-[620] tracking-[-0.018em] [overflow-wrap:anywhere]"
      >
        {subjectText(summary.subject)}
      </h1>
      <div className="flex items-start gap-3">
        <Avatar name={sender} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <p className="min-w-0 [overflow-wrap:anywhere]">
              <b className="font-semibold">
                <bdi>{sender}</bdi>
              </b>{' '}
              {from !== null && from.name.trim() !== '' && <Address mailbox={from} />}
            </p>
            <time
              dateTime={summary.received_at}
              title="Received"
              className="num text-sm whitespace-nowrap text-ink-3"
            >
              {longDateTime(summary.received_at)}
            </time>
          </div>
          {dateHeader !== null && <p className="num m-0 text-sm text-ink-3">{dateHeader}</p>}
          <dl className="m-0 mt-0.5 flex flex-wrap gap-x-3 gap-y-0.5 text-sm text-ink-3">
            <Mailboxes label="To" mailboxes={to} />
            <Mailboxes label="Cc" mailboxes={mail?.cc ?? []} />
            <Mailboxes label="Bcc" mailboxes={mail?.bcc ?? []} />
            <Mailboxes label="Reply-To" mailboxes={mail?.reply_to ?? []} />
          </dl>
        </div>
      </div>
    </header>
  )
}

function Mailboxes({ label, mailboxes }: { label: string; mailboxes: readonly Mailbox[] }) {
  const [open, setOpen] = useState(false)
  const shown = open ? mailboxes : mailboxes.slice(0, shownMailboxes)
  const more = mailboxes.length - shown.length
  if (mailboxes.length === 0) return null
  return (
    <div className="flex min-w-0 gap-1">
      <dt className="flex-none">{label}:</dt>
      <dd className="m-0 min-w-0 [overflow-wrap:anywhere]">
        {shown.map((mailbox, index) => (
          <span key={index}>
            {index > 0 && ', '}
            <Address mailbox={mailbox} withName />
          </span>
        ))}
        {more > 0 && (
          <button
            type="button"
            className="ml-1.5 rounded-[3px] font-[550] text-accent"
            onClick={() => setOpen(true)}
          >
            and {more} more
          </button>
        )}
      </dd>
    </div>
  )
}

function Address({ mailbox, withName = false }: { mailbox: Mailbox; withName?: boolean }) {
  const { name, address } = mailbox
  const text = withName && name.trim() !== '' ? name : address
  if (address === '') return <bdi className="text-ink-2">{text}</bdi>
  return (
    <a
      href={mailtoHref(address)}
      title={address}
      className="rounded-[3px] text-ink-2 underline-offset-3 hover:text-ink hover:underline"
    >
      <bdi>{text}</bdi>
    </a>
  )
}
