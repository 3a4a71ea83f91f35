import { countText, type OperatorTeam } from '@mailstop/contract'
import { Inbox } from 'lucide-react'
import { fileSize } from '../../lib/file-size.ts'
import { usePageTitle } from '../../lib/paths/use-page-title.ts'
import { Badge } from '../../ui/texts/badge.tsx'
import { PageHeading } from '../../ui/pages/page-heading.tsx'
import { PagedList } from '../../ui/pages/paged-list.tsx'
import { SearchInput, useSearchText } from './search-input.tsx'
import { TeamActions } from './team-actions.tsx'
import { useAllTeams } from './use-operator.ts'

/** Every team of the server, and how much it holds. None of its mail. */
export function AllTeamsPage() {
  usePageTitle('Teams')
  const { text, setText, q } = useSearchText()
  const { list, items } = useAllTeams(q)
  return (
    <>
      <PageHeading title="Teams">
        Every team of this server, the newest first. Only the members of a team read its mail.
      </PageHeading>
      <SearchInput label="Search by name" text={text} onText={setText} />
      <PagedList
        label="Teams"
        items={items}
        list={list}
        problem="The teams could not be loaded"
        empty={{
          icon: <Inbox />,
          title: 'No team found',
          text: 'No name of a team contains this text.',
        }}
        renderRow={(team) => <TeamItem key={team.id} team={team} />}
      />
    </>
  )
}

function TeamItem({ team }: { team: OperatorTeam }) {
  const { name, owner } = team
  const limits = limitsText(team)
  return (
    <li className="flex min-h-14 items-center gap-3 border-b border-line py-2 pr-2 pl-3 last:border-b-0">
      <div className="min-w-0 flex-1 leading-[1.35]">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="max-w-full truncate font-[550]" title={name}>
            {name}
          </span>
          {team.type === 'personal' && <Badge>Personal</Badge>}
          {team.suspended_at !== null && <Badge tone="danger">Suspended</Badge>}
        </p>
        <p className="truncate text-sm text-ink-3" title={owner.email}>
          {owner.name} · {countText(team.members_count, 'member')}
        </p>
        <p className="num text-sm text-ink-3">
          {countText(team.messages)} · {fileSize(team.bytes)}
          {limits !== null && ` · ${limits}`}
        </p>
      </div>
      <TeamActions team={team} />
    </li>
  )
}

/** Null where the limits of the server apply. */
function limitsText({ max_mails: mails, max_bytes: bytes }: OperatorTeam): string | null {
  const parts = [
    ...(mails === null ? [] : [mails === 0 ? 'any number' : countText(mails)]),
    ...(bytes === null ? [] : [bytes === 0 ? 'any size' : fileSize(bytes)]),
  ]
  return parts.length === 0 ? null : `Own limits: ${parts.join(', ')}`
}
