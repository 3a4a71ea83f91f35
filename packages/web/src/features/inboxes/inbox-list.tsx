import { countText, type Inbox, type Team } from '@mailstop/contract'
import { Inbox as InboxIcon } from 'lucide-react'
import { useId } from 'react'
import { Link, useNavigate } from 'react-router'
import { useInboxes } from '../../lib/inboxes/use-inboxes.ts'
import { may } from '../../lib/team-permissions.ts'
import { PageSection } from '../../ui/pages/page-section.tsx'
import { PagedList } from '../../ui/pages/paged-list.tsx'
import { Badge } from '../../ui/texts/badge.tsx'
import { RelativeTimeText } from '../../ui/texts/relative-time-text.tsx'
import { useNow } from '../../ui/texts/use-now.ts'
import { InboxMenu, type DeletedInbox } from './inbox-menu.tsx'
import { inboxEnd, limitTexts } from './inbox-texts.ts'
import { NewInbox } from './new-inbox.tsx'
import { inboxSearch } from './use-chosen-inbox.ts'

type InboxListProps = {
  team: Team
  chosen: Inbox | undefined
  onDeleted: (mail: DeletedInbox) => void
}

const texts = {
  label: 'Inboxes',
  problem: 'The inboxes could not be loaded',
  empty: { icon: <InboxIcon />, title: 'No inboxes', text: 'Reload the page.' },
}

/** The inboxes of a team, each a link that shows its credentials below. */
export function InboxList({ team, chosen, onDeleted }: InboxListProps) {
  const list = useInboxes(team.id)
  const mayManage = may(team, 'manage_inboxes')
  return (
    <PageSection title="Inboxes" action={mayManage && <NewInbox team={team.id} />}>
      {/* The credentials below stay within reach. */}
      <div className="max-h-96 overflow-y-auto rounded-lg">
        <PagedList
          {...texts}
          list={list}
          items={list.data}
          renderRow={(inbox) => (
            <InboxRow
              key={inbox.id}
              team={team}
              inbox={inbox}
              isChosen={inbox.id === chosen?.id}
              onDeleted={onDeleted}
            />
          )}
        />
      </div>
    </PageSection>
  )
}

type InboxRowProps = {
  team: Team
  inbox: Inbox
  isChosen: boolean
  onDeleted: (mail: DeletedInbox) => void
}

function InboxRow({ team, inbox, isChosen, onDeleted }: InboxRowProps) {
  const id = useId()
  const navigate = useNavigate()
  const end = inboxEnd(inbox, useNow())
  const limits = limitTexts(inbox)
  const show = (search: string) => void navigate({ search }, { replace: true })
  return (
    <li className="flex items-start gap-2 border-b border-line pr-2 last:border-b-0 hover:bg-hover has-aria-current:bg-selected">
      <Link
        to={{ search: inboxSearch(inbox.name) }}
        aria-current={isChosen || undefined}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-facts`}
        className="relative grid min-h-14 min-w-0 flex-1 content-center gap-0.5 py-2.5 pl-4 outline-offset-[-2px] before:absolute before:inset-y-0 before:left-0 before:w-[3px] aria-current:before:bg-accent"
      >
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
          <span id={`${id}-name`} title={inbox.name} className="max-w-full truncate font-[550]">
            {inbox.name}
          </span>
          {inbox.archived_at !== null && <Badge>Archived</Badge>}
          {end && <Badge tone={end.isSoon ? 'flag' : 'neutral'}>{end.text}</Badge>}
        </span>
        <span id={`${id}-facts`} className="num text-sm text-pretty text-ink-3">
          <span className="font-mono text-xs text-ink-2">{inbox.username}</span>
          {' · '}
          {inbox.last_used_at === null ? (
            'Never used'
          ) : (
            <>
              Last used <RelativeTimeText iso={inbox.last_used_at} />
            </>
          )}
          {` · ${countText(inbox.mails_of_day)} in 24 hours`}
        </span>
        {limits.length > 0 && (
          <span className="num text-sm [overflow-wrap:anywhere] text-ink-3">
            {limits.join(' · ')}
          </span>
        )}
      </Link>
      {may(team, 'manage_inboxes') && (
        <span className="pt-2.5">
          <InboxMenu
            team={team}
            inbox={inbox}
            onRenamed={(name) => isChosen && show(inboxSearch(name))}
            onDeleted={(mail) => {
              if (isChosen) show('')
              onDeleted(mail)
            }}
          />
        </span>
      )}
    </li>
  )
}
