import { shippedGuards, type Team } from '@mailstop/contract'
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
import { GuardDialog, type EditedGuard } from './guard-dialog.tsx'
import { GuardRow } from './guard-row.tsx'
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
  const guards = useGuards(team.id)
  useFirstLook(team.id)
  const [edited, setEdited] = useState<EditedGuard | null>(null)
  const own = guards.data?.filter(({ name }) => !shippedGuards.some((one) => one.name === name))
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
        <GuardList label="Guards to switch on" query={guards}>
          {shippedGuards.map(({ name, title, demand }) => {
            const guard = guards.data?.find((one) => one.name === name) ?? null
            const onEdit = () =>
              setEdited({ guard, name, title, demand: guard?.demand ?? demand, isOwn: false })
            return (
              <GuardRow
                key={name}
                team={team.id}
                name={name}
                title={title}
                guard={guard}
                onEdit={onEdit}
              />
            )
          })}
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
        {own?.length === 0 ? (
          <div className="rounded-lg border border-line bg-surface">
            <EmptyState icon={<ShieldCheck />} title="No guards of your own yet">
              For example: no message to a customer may have “test” in its subject.
            </EmptyState>
          </div>
        ) : (
          <GuardList label="Guards of your own" query={guards}>
            {own?.map((guard) => (
              <GuardRow
                key={guard.id}
                team={team.id}
                name={guard.name}
                title={guard.name}
                guard={guard}
                isOwn
                onEdit={() =>
                  setEdited({
                    guard,
                    name: guard.name,
                    title: `Edit ${guard.name}`,
                    demand: guard.demand,
                    isOwn: true,
                  })
                }
              />
            ))}
          </GuardList>
        )}
      </PageSection>
      <GuardDialog team={team.id} edited={edited} onClose={() => setEdited(null)} />
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

const newGuard: EditedGuard = {
  guard: null,
  name: '',
  title: 'Add guard',
  demand: { rule: 'no_mail', search: '' },
  isOwn: true,
}

type GuardListProps = {
  label: string
  query: ReturnType<typeof useGuards>
  children: ReactNode
}

function GuardList({ label, query, children }: GuardListProps) {
  return (
    <div className="rounded-lg border border-line bg-surface">
      {query.isPending && (
        <div role="status" aria-label="Loading" className="flex h-11 items-center px-3">
          <Skeleton className="w-48 max-w-full" />
        </div>
      )}
      <LoadError query={query} title="The guards could not be loaded" />
      {query.data && <ul aria-label={label}>{children}</ul>}
    </div>
  )
}
