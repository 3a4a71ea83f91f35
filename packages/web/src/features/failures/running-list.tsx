import { stepText, type RunningScenario } from '@mailstop/contract'
import { RotateCcw } from 'lucide-react'
import { useSaid } from '../../lib/api/use-said.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { useNow } from '../../ui/texts/use-now.ts'
import { hitsText, runningText, titleOf } from './running-text.ts'
import { useFailureChanges } from './use-failures.ts'

type RunningListProps = { team: number; running: readonly RunningScenario[]; mayChange: boolean }

/** What is on, with how often each step has acted. */
export function RunningList({ team, running, mayChange }: RunningListProps) {
  return (
    <ul
      aria-label="Failures that are on"
      className="mt-6 rounded-lg border border-danger/25 bg-danger-soft"
    >
      {running.map((one) => (
        <RunningRow key={one.inbox.id} {...{ team, one, mayChange }} />
      ))}
    </ul>
  )
}

type RunningRowProps = { team: number; one: RunningScenario; mayChange: boolean }

function RunningRow({ team, one, mayChange }: RunningRowProps) {
  const changes = useFailureChanges(team)
  const now = useNow()
  const title = titleOf(one.name)
  const stop = useSaid(() => changes.stop(one).then(() => `${title} is off`))
  const reset = useSaid(() => changes.reset(one).then(() => 'Counts from zero'))
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 border-b border-danger/25 px-3 py-2.5 last:border-b-0">
      <div className="grid min-w-60 flex-1 gap-0.5">
        <p className="num text-md font-[550] [overflow-wrap:anywhere] text-ink">
          {runningText(one, now)}
        </p>
        <ol className="text-sm [overflow-wrap:anywhere] text-ink-2">
          {one.steps.map((step, index) => (
            // The steps of a run have no other name than their place.
            <li key={`${one.started_at} ${index}`}>
              {stepText(step)}{' '}
              <span className="num text-danger">· {hitsText([one.hits[index] ?? 0])}</span>
            </li>
          ))}
        </ol>
        <p className="num text-sm text-ink-2">
          {one.steps.length > 1 && `${hitsText(one.hits)} · `}
          seed <span className="font-mono text-xs [overflow-wrap:anywhere]">{one.seed}</span>
        </p>
      </div>
      {mayChange && (
        <span className="flex flex-none items-center gap-1">
          <IconButton
            label={`Count ${title} from zero`}
            icon={<RotateCcw />}
            disabled={reset.isPending}
            onClick={() => reset.mutate()}
          />
          <Button size="sm" loading={stop.isPending} onClick={() => stop.mutate()}>
            Stop
          </Button>
        </span>
      )}
    </li>
  )
}
