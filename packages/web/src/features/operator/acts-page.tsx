import type { OperatorAct, OperatorActName } from '@mailstop/contract'
import { History } from 'lucide-react'
import { usePageTitle } from '../../lib/paths/use-page-title.ts'
import { PageHeading } from '../../ui/pages/page-heading.tsx'
import { RelativeTimeText } from '../../ui/texts/relative-time-text.tsx'
import { PagedList } from '../../ui/pages/paged-list.tsx'
import { useActs } from './use-operator.ts'

const sentences: Record<OperatorActName, string> = {
  disabled_user: 'disabled the account',
  enabled_user: 'enabled the account',
  ended_sessions: 'ended all sessions of',
  sent_reset_link: 'sent a password reset link to',
  deleted_user: 'deleted the account',
  limited_team: 'set the limits of the team',
  suspended_team: 'suspended the team',
  resumed_team: 'resumed the team',
  deleted_team: 'deleted the team',
  made_operator: 'gave the role of an operator to',
  ended_operator: 'took the role of an operator from',
}

export function ActsPage() {
  usePageTitle('Audit')
  const { list, items } = useActs()
  return (
    <>
      <PageHeading title="Audit">
        What operators did in the last year. Nobody can change this list.
      </PageHeading>
      <PagedList
        label="Acts"
        items={items}
        list={list}
        problem="The list could not be loaded"
        empty={{
          icon: <History />,
          title: 'Nothing yet',
          text: 'What operators do to accounts and teams appears here.',
        }}
        renderRow={(act) => <ActItem key={act.id} act={act} />}
      />
    </>
  )
}

function ActItem({ act }: { act: OperatorAct }) {
  return (
    <li className="border-b border-line px-3 py-2 leading-[1.4] last:border-b-0">
      <p className="[overflow-wrap:anywhere]">
        <span className="font-[550]">{act.operator}</span> {sentences[act.act]}{' '}
        <span className="font-[550]">{act.target}</span>
      </p>
      <p className="num text-sm text-ink-3">
        <RelativeTimeText iso={act.at} />
        {act.detail !== '' && ` · ${act.detail}`}
      </p>
    </li>
  )
}
