import { shippedGuards, type Guard, type Team } from '@mailstop/contract'
import { Pin, Plus, ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { guardPath } from '../../lib/paths/guard-search.ts'
import { usePageTitle } from '../../lib/paths/use-page-title.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextLink } from '../../ui/buttons/text-link.tsx'
import { PageHeading } from '../../ui/pages/page-heading.tsx'
import { PageSection } from '../../ui/pages/page-section.tsx'
import { PagedList } from '../../ui/pages/paged-list.tsx'
import { GuardDialog } from './guard-dialog.tsx'
import { GuardRow, type ListedGuard } from './guard-row.tsx'
import { useGuards } from './use-guards.ts'
import { useViolations } from './use-violations.ts'

type GuardsPageProps = {
  team: Team
  /** Pins the messages that break guards. */
  onPin: () => void
}

/** The demands that every message of a team has to meet. */
export function GuardsPage({ team, onPin }: GuardsPageProps) {
  usePageTitle('Guards')
  useFirstLook(team.id)
  const query = useGuards(team.id)
  const { shipped, own } = listed(query.data ?? [])
  const [edited, setEdited] = useState<ListedGuard | null>(null)
  const listOf = (label: string, guards: ListedGuard[]) => (
    <PagedList
      label={label}
      items={query.data && guards}
      list={query}
      problem="The guards could not be loaded"
      empty={noneYet}
      renderRow={(one) => (
        <GuardRow key={one.name} team={team.id} listed={one} onEdit={() => setEdited(one)} />
      )}
    />
  )
  return (
    <>
      <PageHeading title="Guards">
        What every message has to meet. A message that breaks a guard is caught all the same, and is
        marked a moment later. <TextLink to={guardPath('any')}>Show marked messages</TextLink>
      </PageHeading>
      <Button icon={<Pin />} onClick={onPin}>
        Pin marked messages
      </Button>
      <PageSection title="Ready to switch on">{listOf('Guards to switch on', shipped)}</PageSection>
      <PageSection
        title="Your own"
        description="Anything that a search can say."
        action={
          <Button icon={<Plus />} onClick={() => setEdited(newGuard)}>
            Add guard
          </Button>
        }
      >
        {listOf('Guards of your own', own)}
      </PageSection>
      {edited && <GuardDialog team={team.id} edited={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

/** From now on this browser knows which messages are new among those that break guards. */
function useFirstLook(team: number): void {
  const { hasSeen, isKnown, see } = useViolations(team, { asks: true })
  useEffect(() => {
    if (!hasSeen && isKnown) see()
  })
}

const noneYet = {
  icon: <ShieldCheck />,
  title: 'No guards of your own yet',
  text: 'For example: no message to a customer may have “test” in its subject.',
}

const newGuard: ListedGuard = {
  guard: null,
  name: '',
  title: 'Add guard',
  demand: { rule: 'no_mail', search: '' },
  isOwn: true,
}

function listed(guards: readonly Guard[]): { shipped: ListedGuard[]; own: ListedGuard[] } {
  const shippedNames = new Set(shippedGuards.map(({ name }) => name))
  return {
    shipped: shippedGuards.map(({ name, title, demand }) => {
      const guard = guards.find((one) => one.name === name) ?? null
      return { guard, name, title, demand: guard?.demand ?? demand, isOwn: false }
    }),
    own: guards
      .filter(({ name }) => !shippedNames.has(name))
      .map((guard) => ({ ...guard, guard, title: guard.name, isOwn: true })),
  }
}
