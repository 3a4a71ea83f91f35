import { countText, stepText, type RunningScenario } from '@mailstop/contract'
import { useMutation } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { errorText } from '../../lib/api/api-error.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { toast } from '../../ui/popups/toast.ts'
import { useNow } from '../../ui/texts/use-now.ts'
import { hitsText, timeLeft, titleOf } from './running-text.ts'
import { useScenarioChanges } from './use-scenarios.ts'

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
  const changes = useScenarioChanges(team)
  const now = useNow()
  const { mutate, isPending } = useMutation({
    mutationFn: async (change: 'stop' | 'reset') => {
      await changes[change](one)
    },
    onSuccess: (_, change) =>
      toast.success(change === 'stop' ? `${titleOf(one)} is off` : 'Counts from zero'),
    onError: (error) => toast.error(errorText(error)),
  })
  const title = titleOf(one)
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 border-b border-danger/25 px-3 py-2.5 last:border-b-0">
      <div className="grid min-w-60 flex-1 gap-0.5">
        <p className="num text-md font-[550] [overflow-wrap:anywhere] text-ink">
          {title} is on in {one.inbox.name} {timeLeft(one.ends_at, now)}
        </p>
        <ol className="text-sm [overflow-wrap:anywhere] text-ink-2">
          {one.steps.map((step, index) => (
            // The steps of a run have no other name than their place.
            <li key={`${one.started_at} ${index}`}>
              {stepText(step)}{' '}
              <span className="num text-danger">
                · {hitsText({ hits: [one.hits[index] ?? 0] })}
              </span>
            </li>
          ))}
        </ol>
        <p className="num text-sm text-ink-2">
          {one.steps.length > 1 &&
            `${countText(
              one.hits.reduce((sum, hits) => sum + hits, 0),
              'hit',
            )} · `}
          seed <span className="font-mono text-xs [overflow-wrap:anywhere]">{one.seed}</span>
        </p>
      </div>
      {mayChange && (
        <span className="flex flex-none items-center gap-1">
          <IconButton
            label={`Count ${title} from zero`}
            icon={<RotateCcw />}
            disabled={isPending}
            onClick={() => mutate('reset')}
          />
          <Button size="sm" loading={isPending} onClick={() => mutate('stop')}>
            Stop
          </Button>
        </span>
      )}
    </li>
  )
}
