import { type Drill, type Team } from '@mailstop/contract'
import { Activity, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths/paths.ts'
import { may } from '../../lib/team-permissions.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { PagedList } from '../../ui/pages/paged-list.tsx'
import { PageSection } from '../../ui/pages/page-section.tsx'
import { RelativeTimeText } from '../../ui/texts/relative-time-text.tsx'
import { DrillDialog } from './drill-dialog.tsx'
import { useDrills } from './use-drills.ts'

export const drillStates: Record<Drill['state'], string> = {
  failing: 'fails now',
  watching: 'waits for retries',
  ended: 'ended',
}

/** The drills of a team, and a button for the next. */
export function DrillsSection({ team }: { team: Team }) {
  const query = useDrills(team.id)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <PageSection
      title="Drills"
      description="A failure for some minutes, then a report: which messages were lost, came late, or came twice."
      action={
        may(team, 'manage_inboxes') && (
          <Button icon={<Plus />} onClick={() => setIsOpen(true)}>
            Start drill
          </Button>
        )
      }
    >
      <PagedList
        label="Drills"
        items={query.data?.data}
        list={query}
        problem="The drills could not be loaded"
        empty={{
          icon: <Activity />,
          title: 'No drills yet',
          text: 'Start one, and let your app send as usual.',
        }}
        renderRow={(drill) => (
          <li key={drill.id} className="border-b border-line last:border-b-0">
            <Link
              to={`${paths.teamFailures}/drills/${drill.id}`}
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 px-3 py-1.5 hover:bg-hover"
            >
              <span className="text-md font-[550] [overflow-wrap:anywhere] text-ink">
                {drill.name} in {drill.inbox.name}
              </span>
              <span className="text-sm text-ink-3">
                {drillStates[drill.state]} · <RelativeTimeText iso={drill.started_at} />
              </span>
            </Link>
          </li>
        )}
      />
      {isOpen && <DrillDialog team={team.id} onClose={() => setIsOpen(false)} />}
    </PageSection>
  )
}
