import type { OperatorUser } from '@mailstop/contract'
import { countText } from '@mailstop/contract'
import { Users } from 'lucide-react'
import { usePageTitle } from '../../lib/paths/use-page-title.ts'
import { Avatar } from '../../ui/texts/avatar.tsx'
import { Badge } from '../../ui/texts/badge.tsx'
import { PageHeading } from '../../ui/pages/page-heading.tsx'
import { RelativeTimeText } from '../../ui/texts/relative-time-text.tsx'
import { PagedList } from '../../ui/pages/paged-list.tsx'
import { SearchInput, useSearchText } from './search-input.tsx'
import { PersonActions } from './person-actions.tsx'
import { usePeople } from './use-operator.ts'

type PeoplePageProps = {
  /** The id of the operator. */
  self: number
}

/** Every account of the server. */
export function PeoplePage({ self }: PeoplePageProps) {
  usePageTitle('People')
  const { text, setText, q } = useSearchText()
  const { list, items } = usePeople(q)
  return (
    <>
      <PageHeading title="People">Every account of this server, the newest first.</PageHeading>
      <SearchInput label="Search by name or email" text={text} onText={setText} />
      <PagedList
        label="People"
        items={items}
        list={list}
        problem="The accounts could not be loaded"
        empty={{
          icon: <Users />,
          title: 'Nobody found',
          text: 'No name and no email address contains this text.',
        }}
        renderRow={(person) => (
          <PersonItem key={person.id} person={person} isSelf={person.id === self} />
        )}
      />
    </>
  )
}

function PersonItem({ person, isSelf }: { person: OperatorUser; isSelf: boolean }) {
  const { name, email, last_seen_at: seen } = person
  return (
    <li className="flex min-h-14 items-center gap-3 border-b border-line py-2 pr-2 pl-3 last:border-b-0">
      <Avatar name={name} image={null} />
      <div className="min-w-0 flex-1 leading-[1.35]">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="max-w-full truncate font-[550]" title={name}>
            {name}
          </span>
          {isSelf && <Badge>You</Badge>}
          {person.operator && <Badge tone="accent">Operator</Badge>}
          {person.disabled_at !== null && <Badge tone="danger">Disabled</Badge>}
          {person.email_verified_at === null && <Badge>Not verified</Badge>}
        </p>
        <p className="truncate text-sm text-ink-3" title={email}>
          {email}
        </p>
        <p className="num text-sm text-ink-3">
          {countText(person.teams_count, 'team')} ·{' '}
          {seen === null ? (
            'Not seen lately'
          ) : (
            <>
              Last seen <RelativeTimeText iso={seen} />
            </>
          )}
        </p>
      </div>
      <PersonActions person={person} isSelf={isSelf} />
    </li>
  )
}
