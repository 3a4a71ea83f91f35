import type { CountedInbox } from '@mailstop/contract'
import { Flag, Inbox, MailCheck, MailOpen, SearchX } from 'lucide-react'
import { useContext } from 'react'
import { missingInboxes } from '../../../lib/inboxes/inboxes-in-search.ts'
import { inboxCredentialsPath } from '../../../lib/paths/inbox-search.ts'
import { useIsNarrow } from '../../../lib/use-media.ts'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { EmptyState } from '../../../ui/pages/empty-state.tsx'
import { Kbd } from '../../../ui/buttons/kbd.tsx'
import { TextLink } from '../../../ui/buttons/text-link.tsx'
import { InboxExtrasContext } from '../inbox-extras.ts'
import { inboxPath, withoutInbox } from '../address/inbox-paths.ts'
import { hasCriteria, withoutCriteria, type ListFilter } from '../address/list-filter.ts'

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

const mostNamed = 5

/** Says what a search names that is not there. */
function notThere(q: string, inboxes: readonly CountedInbox[]): string {
  const [missing] = missingInboxes([q], inboxes)
  if (inboxes.length > 0 && missing !== undefined) {
    const names = inboxes.slice(0, mostNamed).map(({ name }) => `“${name}”`)
    const more = inboxes.length > mostNamed ? ' and others' : ''
    return `No inbox is called “${missing}”: there are ${names.join(', ')}${more}. `
  }
  const [, name = ''] = /(?:^|[\s(-])(label|in|filename|date|rcpt):/i.exec(q) ?? []
  return inboxes.length > 0 && name.toLowerCase() === 'in'
    ? ''
    : (foreign[name.toLowerCase()] ?? '')
}

type NoMailsProps = {
  filter: ListFilter
  /** The inbox that the list is of; null where the team has none of that name. */
  named: CountedInbox | null | undefined
  search: string
  /** The inboxes that the team has; none are listed where it has a single one. */
  inboxes: readonly CountedInbox[]
}

/** Says why a list is empty, and what to do. */
export function NoMails({ filter, named, search, inboxes }: NoMailsProps) {
  const { openAddress, renderWaiting } = useContext(InboxExtrasContext)
  const isNarrow = useIsNarrow()
  const { inbox } = filter
  if (inbox !== undefined && named === null) {
    return (
      <EmptyState
        icon={<SearchX />}
        title={`This team has no inbox “${inbox}”`}
        action={<ButtonLink to={inboxPath('')}>Show all mail</ButtonLink>}
      >
        It was renamed or has ended, or the link is wrong.
      </EmptyState>
    )
  }
  if (inbox === undefined && filter.q === flaggedQuery && filter.filter === 'all') {
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
        action={
          <span className="flex flex-wrap justify-center gap-2">
            <ButtonLink to={inboxPath(withoutCriteria(search))}>
              {inbox === undefined ? 'Show all mail' : `Show all in ${inbox}`}
            </ButtonLink>
            {inbox !== undefined && (
              <ButtonLink to={inboxPath(withoutInbox(search))}>Search all inboxes</ButtonLink>
            )}
          </span>
        }
      >
        {filter.filter === 'unread' && 'Read messages may match: look in All mail. '}
        {notThere(filter.q ?? '', inboxes)}
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
        title={inbox === undefined ? 'No mail yet' : `No mail in ${inbox} yet`}
        action={
          <ButtonLink to={inboxCredentialsPath(inbox)} variant="primary">
            {openAddress === null || inbox !== undefined
              ? 'Get SMTP credentials'
              : 'Show how to send'}
          </ButtonLink>
        }
      >
        {inbox !== undefined
          ? 'Have your app log in with the SMTP credentials of this inbox. '
          : openAddress === null
            ? 'Point your app at this team’s SMTP server. '
            : `Point your app at ${openAddress}, with any login or none. `}
        Everything it sends is caught and shown here.
      </EmptyState>
      {isNarrow && inbox === undefined && (
        <div className="flex-none p-4">{renderWaiting('line')}</div>
      )}
    </>
  )
}

type NoMailSelectedProps = Pick<NoMailsProps, 'filter' | 'named'> & { hasMails: boolean }

/** The right panel when no mail is open. An empty list explains itself. */
export function NoMailSelected({ hasMails, filter, named }: NoMailSelectedProps) {
  const { openAddress, renderWaiting } = useContext(InboxExtrasContext)
  const credentials = (
    <TextLink to={inboxCredentialsPath(filter.inbox)}>
      {openAddress === null || filter.inbox !== undefined
        ? 'Looking for credentials?'
        : 'How do apps send?'}
    </TextLink>
  )
  if (!hasMails && (hasCriteria(filter) || named === null)) {
    return <p className="grid h-full place-items-center text-sm text-ink-3">No message to read</p>
  }
  if (!hasMails) {
    return (
      <div className="flex h-full flex-col overflow-y-auto">
        {/* In open mode, the pane below is the answer. */}
        {(openAddress === null || filter.inbox !== undefined) && (
          <p className="my-auto py-5 text-center text-sm">{credentials}</p>
        )}
        {filter.inbox === undefined && renderWaiting('pane')}
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
