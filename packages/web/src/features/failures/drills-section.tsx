import type { Drill } from '@mailstop/contract'
import { Activity, Plus } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths/paths.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { PagedList } from '../../ui/pages/paged-list.tsx'
import { PageSection } from '../../ui/pages/page-section.tsx'
import { RelativeTimeText } from '../../ui/texts/relative-time-text.tsx'
import { titleOf } from './running-text.ts'
import { useDrills } from './use-failures.ts'

const drillStates: Record<Drill['state'], string> = {
  failing: 'fails now',
  watching: 'waits for retries',
  ended: 'ended',
}

/** `onStart` is null for who may not start one. */
type DrillsSectionProps = { team: number; onStart: (() => void) | null }

/** The drills of a team, each with its result, and a button for the next. */
export function DrillsSection({ team, onStart }: DrillsSectionProps) {
  const query = useDrills(team)
  return (
    <PageSection
      title="Drills"
      description="A failure for some minutes, then a report: which messages were lost, came late, or came twice."
      action={
        onStart && (
          <Button icon={<Plus />} onClick={onStart}>
            Start drill
          </Button>
        )
      }
    >
      <PagedList
        label="Drills"
        items={query.data}
        list={query}
        problem="The drills could not be loaded"
        empty={{
          icon: <Activity />,
          title: 'No drills yet',
          text: 'Start one, and let your app send as usual.',
        }}
        renderRow={({ id, name, inbox, state, result, started_at }) => (
          <li key={id} className="border-b border-line last:border-b-0">
            <Link
              to={`${paths.teamFailures}/drills/${id}`}
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 px-3 py-1.5 hover:bg-hover"
            >
              <span className="text-md font-[550] [overflow-wrap:anywhere] text-ink">
                {titleOf(name)} in {inbox.name}
              </span>
              <span className="num text-sm text-ink-3">
                {result?.replace(/[.]$/, '') ?? drillStates[state]} ·{' '}
                <RelativeTimeText iso={started_at} />
              </span>
            </Link>
          </li>
        )}
      />
    </PageSection>
  )
}
