import { FlaskConical } from 'lucide-react'
import { useSaid } from '../../lib/api/use-said.ts'
import { paths } from '../../lib/paths/paths.ts'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { useNow } from '../../ui/texts/use-now.ts'
import { hitsText, runningText } from './running-text.ts'
import { useFailureChanges, useScenarios } from './use-failures.ts'

type ScenarioBarProps = {
  team: number
  /** The name of the inbox that is shown; null: all are. */
  inbox: string | null
  mayChange: boolean
}

/** Says above the list that mail fails on purpose, and stops that. */
export function ScenarioBar({ team, inbox, mayChange }: ScenarioBarProps) {
  const { data } = useScenarios(team)
  const { stop } = useFailureChanges(team)
  const now = useNow()
  const running = data?.meta.running ?? []
  const shown = running.filter((one) => inbox === null || one.inbox.name === inbox)
  const stopping = useSaid(async () => {
    for (const one of shown) await stop(one)
    return 'No message fails on purpose any more'
  })
  const [first, ...rest] = shown
  if (!first) return null
  return (
    <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-danger/25 bg-danger-soft px-3.5 py-1.5 text-sm text-danger">
      <FlaskConical aria-hidden className="flex-none max-tablet:hidden" />
      <p className="num min-w-48 flex-1 [overflow-wrap:anywhere]">
        Failures on purpose: {runningText(first, now)} · {hitsText(first.hits)}
        {rest.length > 0 && `, and ${rest.length} more`}
      </p>
      <span className="flex flex-none gap-2">
        <ButtonLink to={paths.teamFailures} size="sm">
          Show
        </ButtonLink>
        {mayChange && (
          <Button size="sm" loading={stopping.isPending} onClick={() => stopping.mutate()}>
            Stop
          </Button>
        )}
      </span>
    </div>
  )
}
