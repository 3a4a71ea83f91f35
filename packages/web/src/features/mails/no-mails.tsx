import type { MailFilter } from '@mailstop/contract'
import { Inbox, MailCheck } from 'lucide-react'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { credentialsPath } from './inbox-paths.ts'

/** A list without mail: why, and what to do about it. */
export function NoMails({ filter }: { filter: MailFilter }) {
  if (filter === 'unread') {
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
