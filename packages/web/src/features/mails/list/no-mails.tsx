import { Inbox, MailCheck, SearchX } from 'lucide-react'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { credentialsPath } from './inbox-paths.ts'
import { hasCriteria, type ListFilter } from './list-filter.ts'

/** A list without mail: why, and what to do about it. */
export function NoMails({ filter, allMailPath }: { filter: ListFilter; allMailPath: string }) {
  if (hasCriteria(filter)) {
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title="No mail matches"
        action={<ButtonLink to={allMailPath}>Show all mail</ButtonLink>}
      >
        {filter.filter === 'unread' && 'Mail that was read may match: look under All mail. '}
        {filter.q !== undefined
          ? 'A word of three letters or more finds what begins with it, and every word has to be found. Try fewer, or OR between them.'
          : 'New mail that matches shows up here the moment it is caught.'}
      </EmptyState>
    )
  }
  if (filter.filter === 'unread') {
    return (
      <EmptyState icon={<MailCheck aria-hidden />} title="Nothing is unread">
        New mail shows up here the moment it is caught.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<Inbox aria-hidden />}
      title="No mail yet"
      action={
        <ButtonLink to={credentialsPath} variant="primary">
          Get SMTP credentials
        </ButtonLink>
      }
    >
      Point your app at this team&rsquo;s SMTP server. Whatever it sends is caught and shown here.
    </EmptyState>
  )
}
