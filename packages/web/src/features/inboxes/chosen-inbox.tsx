import {
  getInboxCredentials,
  type Inbox,
  type InboxCredentials,
  type Team,
} from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { firstInbox } from '../../lib/inboxes/use-inboxes.ts'
import { queryKeys, queryOf } from '../../lib/api/queries.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { LoadError } from '../../ui/pages/load-error.tsx'
import { Notice } from '../../ui/pages/notice.tsx'
import { PageSection } from '../../ui/pages/page-section.tsx'
import { Skeleton } from '../../ui/pages/skeleton.tsx'
import { shortDateTime } from '../../ui/texts/date-texts.ts'
import { useNow } from '../../ui/texts/use-now.ts'
import { mayRotate } from './inbox-menu.tsx'
import { RotateDialog } from './rotate-dialog.tsx'

type ChosenInboxProps = {
  team: Team
  inbox: Inbox
  /** How to send to the team with the credentials of this inbox. */
  children: (sender: Team) => ReactNode
}

/** What an app needs to send to one of several inboxes. */
export function ChosenInbox({ team, inbox, children }: ChosenInboxProps) {
  const isFirst = inbox.id === firstInbox
  const isArchived = inbox.archived_at !== null
  const query = useQuery({
    ...queryOf(queryKeys.inboxCredentials(team.id, inbox.id), getInboxCredentials, {
      params: { team: String(team.id), inbox: String(inbox.id) },
    }),
    enabled: !isFirst && !isArchived,
  })
  const now = useNow()
  const until = inbox.previous_until
  return (
    <PageSection title={inbox.name}>
      <div className="mb-3 grid gap-2 empty:hidden">
        {isArchived && <Notice>It is archived: it takes no mail, and keeps what it has.</Notice>}
        {until !== null && Date.parse(until) > now && (
          <Notice>The password before this one works until {shortDateTime(until)}.</Notice>
        )}
      </div>
      <LoadError query={query} title="The credentials could not be loaded" />
      {!isArchived &&
        (isFirst
          ? children(team)
          : query.data
            ? children(senderOf(team, inbox, query.data))
            : !query.isError && <CredentialsSkeleton />)}
    </PageSection>
  )
}

/** The team as an app that sends to this inbox sees it. */
const senderOf = (team: Team, { code }: Inbox, { username, password }: InboxCredentials): Team => ({
  ...team,
  smtp_username: username,
  smtp_password: password,
  code,
  mail_domain: team.mail_domain?.replace(team.code, code) ?? null,
})

export function NewPassword({ team, inbox }: { team: Team; inbox: Inbox }) {
  const [open, setOpen] = useState(false)
  if (!mayRotate(team, inbox)) return null
  return (
    <>
      <Button icon={<KeyRound />} onClick={() => setOpen(true)}>
        New password
      </Button>
      <RotateDialog team={team.id} inbox={inbox} open={open} onOpenChange={setOpen} />
    </>
  )
}

function CredentialsSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading"
      className="appear-late grid gap-5 rounded-lg border border-line bg-surface p-3"
    >
      {['w-56', 'w-72', 'w-40', 'w-24', 'w-32', 'w-64', 'w-28'].map((width) => (
        <Skeleton key={width} className={width} />
      ))}
    </div>
  )
}
