import { shippedGuards, type Guard, type Team } from '@mailstop/contract'
import { Pin, Plus, ShieldCheck } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { guardPath } from '../../lib/paths/guard-search.ts'
import { usePageTitle } from '../../lib/paths/use-page-title.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextLink } from '../../ui/buttons/text-link.tsx'
import { EmptyState } from '../../ui/pages/empty-state.tsx'
import { LoadError } from '../../ui/pages/load-error.tsx'
import { PageHeading } from '../../ui/pages/page-heading.tsx'
import { PageSection } from '../../ui/pages/page-section.tsx'
import { Skeleton } from '../../ui/pages/skeleton.tsx'
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
  const rowsOf = (guards: ListedGuard[]) =>
    guards.map((listed) => (
      <GuardRow key={listed.name} team={team.id} listed={listed} onEdit={() => setEdited(listed)} />
    ))
  return (
    <>
      <PageHeading title="Guards">
        What every message has to meet. A message that breaks a guard is caught all the same, and is
        marked a moment later. <TextLink to={guardPath('any')}>Show marked messages</TextLink>
      </PageHeading>
      <Button icon={<Pin />} onClick={onPin}>
        Pin marked messages
      </Button>
      <PageSection title="Ready to switch on">
        <GuardList query={query}>
          <ul aria-label="Guards to switch on">{rowsOf(shipped)}</ul>
        </GuardList>
      </PageSection>
      <PageSection
        title="Your own"
        description="Anything that a search can say."
        action={
          <Button icon={<Plus />} onClick={() => setEdited(newGuard)}>
            Add guard
          </Button>
        }
      >
        <GuardList query={query}>
          {own.length > 0 ? (
            <ul aria-label="Guards of your own">{rowsOf(own)}</ul>
          ) : (
            <EmptyState icon={<ShieldCheck />} title="No guards of your own yet">
              For example: no message to a customer may have “test” in its subject.
            </EmptyState>
          )}
        </GuardList>
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

type GuardListProps = { query: ReturnType<typeof useGuards>; children: ReactNode }

function GuardList({ query, children }: GuardListProps) {
  return (
    <div className="rounded-lg border border-line bg-surface">
      {query.isPending && (
        <div role="status" aria-label="Loading" className="flex h-11 items-center px-3">
          <Skeleton className="w-48 max-w-full" />
        </div>
      )}
      <LoadError query={query} title="The guards could not be loaded" />
      {query.data && children}
    </div>
  )
}
