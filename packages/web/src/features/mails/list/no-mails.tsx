import { Flag, Inbox, MailCheck, MailOpen, SearchX } from 'lucide-react'
import { useContext } from 'react'
import { paths } from '../../../lib/paths/paths.ts'
import { useIsNarrow } from '../../../lib/use-media.ts'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { EmptyState } from '../../../ui/pages/empty-state.tsx'
import { Kbd } from '../../../ui/buttons/kbd.tsx'
import { TextLink } from '../../../ui/buttons/text-link.tsx'
import { InboxExtrasContext } from '../inbox-extras.ts'
import { hasCriteria, type ListFilter } from '../address/list-filter.ts'

/** The search that “Flagged” in the sidebar is. */
const flaggedQuery = 'is:flagged'

/** Operators of other mail programs, which are searched as words here. */
const foreign: Record<string, string> = {
  label: 'Labels are tags here: tag:name. ',
  in: 'There are no folders; what was deleted is in Recently deleted. ',
  filename: 'Names of attachments are not searched: has:attachment finds all that have some. ',
  date: 'A day is found by on:, before: or after:. ',
  rcpt: 'Recipients are found by to:. ',
}

function foreignOperator(q = ''): string {
  const [, name = ''] = /(?:^|[\s(-])(label|in|filename|date|rcpt):/i.exec(q) ?? []
  return foreign[name.toLowerCase()] ?? ''
}

/** Says why a list is empty, and what to do. */
export function NoMails({ filter, allMailPath }: { filter: ListFilter; allMailPath: string }) {
  const { openAddress, renderWaiting } = useContext(InboxExtrasContext)
  const isNarrow = useIsNarrow()
  if (filter.q === flaggedQuery && filter.filter === 'all') {
    return (
      <EmptyState icon={<Flag />} title="No flagged mail">
        Flag a message with <Kbd>f</Kbd> to find it here again.
      </EmptyState>
    )
  }
  if (hasCriteria(filter)) {
    return (
      <EmptyState
        icon={<SearchX />}
        title="No mail matches"
        action={<ButtonLink to={allMailPath}>Show all mail</ButtonLink>}
      >
        {filter.filter === 'unread' && 'Read messages may match: look in All mail. '}
        {foreignOperator(filter.q)}
        {filter.q !== undefined
          ? 'Every word has to match. Words of three letters or more also match longer words that begin with them. Try fewer words, or OR between them.'
          : 'New messages that match appear here as soon as they are caught.'}
      </EmptyState>
    )
  }
  if (filter.filter === 'unread') {
    return (
      <EmptyState icon={<MailCheck />} title="No unread mail">
        New messages appear here as soon as they are caught.
      </EmptyState>
    )
  }
  return (
    <>
      <EmptyState
        icon={<Inbox />}
        title="No mail yet"
        action={
          <ButtonLink to={paths.smtpCredentials} variant="primary">
            {openAddress === null ? 'Get SMTP credentials' : 'Show how to send'}
          </ButtonLink>
        }
      >
        {openAddress === null
          ? 'Point your app at this team’s SMTP server. '
          : `Point your app at ${openAddress}, with any login or none. `}
        Everything it sends is caught and shown here.
      </EmptyState>
      {isNarrow && <div className="flex-none p-4">{renderWaiting('line')}</div>}
    </>
  )
}

/** The right panel when no mail is open. An empty list explains itself. */
export function NoMailSelected({ hasMails, filter }: { hasMails: boolean; filter: ListFilter }) {
  const { openAddress, renderWaiting } = useContext(InboxExtrasContext)
  const credentials = (
    <TextLink to={paths.smtpCredentials}>
      {openAddress === null ? 'Looking for credentials?' : 'How do apps send?'}
    </TextLink>
  )
  if (!hasMails && hasCriteria(filter)) {
    return <p className="grid h-full place-items-center text-sm text-ink-3">No message to read</p>
  }
  if (!hasMails) {
    return (
      <div className="flex h-full flex-col overflow-y-auto">
        <p className="my-auto py-5 text-center text-sm">{credentials}</p>
        {renderWaiting('pane')}
      </div>
    )
  }
  return (
    <div className="flex h-full">
      <EmptyState icon={<MailOpen />} title="Select a message to read it">
        <p className="pointer-coarse:hidden">
          Or move through the list with <Kbd>j</Kbd> and <Kbd>k</Kbd>.
        </p>
        <p className="mt-4 border-t border-line pt-4">{credentials}</p>
      </EmptyState>
    </div>
  )
}
