import { type Inbox, type Team } from '@mailstop/contract'
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
import { dayText, inboxEnd, limitTexts } from './inbox-texts.ts'
import { NewInbox } from './new-inbox.tsx'
import { inboxSearch } from './use-chosen-inbox.ts'

type InboxListProps = {
  team: Team
  chosen: Inbox | undefined
  onDeleted: (mail: DeletedInbox) => void
}

const texts = {
  label: 'Inboxes with their credentials',
  problem: 'The inboxes could not be loaded',
  empty: { icon: <InboxIcon />, title: 'No inboxes', text: 'Reload the page.' },
}

/** The inboxes of a team, each a link that shows its credentials below. */
export function InboxList({ team, chosen, onDeleted }: InboxListProps) {
  const list = useInboxes(team.id)
  const mayManage = may(team, 'manage_inboxes')
  return (
    <PageSection title="Inboxes" action={mayManage && <NewInbox team={team} />}>
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
    <li className="relative flex min-h-14 items-start gap-2 border-b border-line py-2.5 pr-2 pl-4 last:border-b-0 hover:bg-hover has-aria-current:bg-selected">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
          {/* It covers the row. Its padding has room for the mark of forced colors. */}
          <Link
            to={{ search: inboxSearch(inbox.name) }}
            aria-current={isChosen || undefined}
            aria-describedby={id}
            title={inbox.name}
            className="-ml-2.5 max-w-full truncate pl-2.5 font-[550] before:absolute before:inset-y-0 before:left-0 before:w-[3px] after:absolute after:inset-0 aria-current:before:bg-accent"
          >
            {inbox.name}
          </Link>
          {inbox.archived_at !== null && <Badge>Archived</Badge>}
          {end && <Badge tone={end.isSoon ? 'flag' : 'neutral'}>{end.text}</Badge>}
        </p>
        <p id={id} className="num text-sm text-pretty text-ink-3">
          <span className="font-mono text-xs text-ink-2">{inbox.username}</span>
          {' · '}
          {inbox.last_used_at === null ? (
            'Never used'
          ) : (
            <>
              Last used <RelativeTimeText iso={inbox.last_used_at} />
            </>
          )}
          {` · ${dayText(inbox.mails_of_day)}`}
        </p>
        {limits.length > 0 && (
          <p className="num text-sm [overflow-wrap:anywhere] text-ink-3">{limits.join(' · ')}</p>
        )}
      </div>
      {may(team, 'manage_inboxes') && (
        <span className="relative">
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
