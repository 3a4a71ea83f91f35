import {
  countText,
  limits,
  tryGuard,
  type DryRun as Result,
  type GuardDemand,
} from '@mailstop/contract'
import { useMutation } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { call } from '../../lib/api/api-client.ts'
import { errorText } from '../../lib/api/api-error.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { MailLine } from './mail-line.tsx'

type DryRunProps = { team: number; wanted: { demand: GuardDemand; except: string | null } }

/** Says what a guard would have marked, before it is switched on. */
export function DryRun({ team, wanted }: DryRunProps) {
  const run = useMutation({
    mutationFn: async () =>
      (await call(tryGuard, { params: { team: String(team) }, body: wanted })).data,
  })
  return (
    <section
      aria-label="Dry run"
      className="grid min-w-0 gap-2 rounded-md border border-line p-3 text-sm"
    >
      <Button
        icon={<FlaskConical />}
        className="justify-self-start"
        loading={run.isPending}
        onClick={() => run.mutate()}
      >
        Try it on the last {limits.dryRunDays} days
      </Button>
      <div role="status" className="min-w-0">
        {run.isPending && <p className="appear-late m-0 text-ink-3">Looking at your messages...</p>}
        {run.isError && <p className="m-0 text-danger">{errorText(run.error)}</p>}
        {run.data && <Outcome team={team} result={run.data} />}
        {run.data && /\bcheck:/.test(JSON.stringify(wanted)) && (
          <p className="m-0 text-ink-3">Only messages that were checked count.</p>
        )}
      </div>
    </section>
  )
}

const mostShown = 10

function Outcome({ team, result }: { team: number; result: Result }) {
  const { marked, looked_at: looked, total, mails } = result
  return (
    <>
      <p className="num m-0 text-ink-2">
        It would have marked <b className="text-ink">{marked.toLocaleString('en')}</b> of{' '}
        {countText(looked)}
        {looked < total && `, the newest of ${total.toLocaleString('en')}`}.
        {marked > mostShown && ` The newest ${mostShown}:`}
      </p>
      <ul
        aria-label="Messages that it would have marked"
        className="m-0 mt-1.5 list-none p-0 empty:hidden"
      >
        {mails.slice(0, mostShown).map(({ id, subject }) => (
          <MailLine key={id} team={team} id={id} subject={subject} />
        ))}
      </ul>
    </>
  )
}
