import type { Mail, MailSummary } from '@mailstop/contract'
import { Inbox } from 'lucide-react'
import { Link } from 'react-router'
import { namedInboxPath } from '../../../../lib/paths/inbox-search.ts'
import { Avatar } from '../../../../ui/texts/avatar.tsx'
import { dateHeaderText } from './date-header.ts'
import { MailAddress } from './mail-address.tsx'
import { OpenedTags } from '../../tags/opened-tags.tsx'
import { MailRecipients } from './mail-recipients.tsx'
import { senderName, subjectText } from './mailbox-text.ts'
import { exactDateTime, longDateTime } from '../../../../ui/texts/date-texts.ts'

type MailHeaderProps = {
  team: number
  summary: MailSummary
  mail: Mail | undefined
  onTag: () => void
}

/** Subject, sender, date, recipients and size. `mail` adds what the summary lacks. */
export function MailHeader({ team, summary, mail, onTag }: MailHeaderProps) {
  const { from } = summary
  const sender = senderName(from)
  const dateHeader = dateHeaderText(summary)
  return (
    <header className="flex-none border-b border-line px-[26px] pt-5 pb-4 max-tablet:px-4">
      <h1
        dir="auto"
        title={summary.subject}
        className="mb-3.5 line-clamp-3 whitespace-pre-wrap text-xl leading-[1.3] font-[620] tracking-[-0.018em] [overflow-wrap:anywhere]"
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
              {from !== null && from.name.trim() !== '' && <MailAddress mailbox={from} />}
            </p>
            <time
              dateTime={summary.received_at}
              title={`Received ${exactDateTime(summary.received_at)}`}
              className="num text-sm whitespace-nowrap text-ink-3"
            >
              {longDateTime(summary.received_at)}
            </time>
          </div>
          {dateHeader !== null && (
            <p title={exactDateTime(summary.date ?? '')} className="num m-0 text-sm text-ink-3">
              {dateHeader}
            </p>
          )}
          <MailRecipients summary={summary} mail={mail} />
          {summary.inbox !== null && <OpenedInbox name={summary.inbox} />}
          <OpenedTags team={team} mail={summary.id} tags={summary.tags} onTag={onTag} />
        </div>
      </div>
    </header>
  )
}

/** The inbox of the open mail, which leads to all mail in it. */
const OpenedInbox = ({ name }: { name: string }) => (
  <p className="m-0 flex text-sm text-ink-3">
    <Link
      to={namedInboxPath(name)}
      title={`All mail in ${name}`}
      className="touch-area flex min-w-0 items-center gap-1.5 rounded-sm hover:text-accent hover:underline"
    >
      <Inbox aria-hidden className="!size-3.5 flex-none" />
      <span className="sr-only">Inbox: </span>
      <span className="truncate">{name}</span>
    </Link>
  </p>
)
