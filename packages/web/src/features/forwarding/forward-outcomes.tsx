import type { MailForward } from '@mailstop/contract'
import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import { exactDateTime } from '../../ui/texts/date-texts.ts'

/** Lists the recipients that a mail was sent on to, and the outcomes, the newest first. */
export function ForwardOutcomes({ forwards }: { forwards: readonly MailForward[] }) {
  if (forwards.length === 0) return null
  return (
    <ul
      aria-label="Forwards"
      className="m-0 max-h-24 flex-none list-none overflow-y-auto border-b border-line px-[26px] py-1.5 text-sm text-ink-2 max-tablet:px-4"
    >
      {forwards.map((forward) => (
        <Outcome key={forward.id} forward={forward} />
      ))}
    </ul>
  )
}

const icons = { queued: Clock, sent: CircleCheck, failed: CircleAlert }
const colours = { queued: 'text-ink-3', sent: 'text-ok', failed: 'text-danger' }

function Outcome({ forward }: { forward: MailForward }) {
  const { email, state, last_error: problem, by, at } = forward
  const Icon = icons[state]
  const title = `${by === null ? '' : `By ${by}, `}${exactDateTime(at)}`
  return (
    <li className="flex min-w-0 items-center gap-2 py-0.5" title={title}>
      <Icon className={`flex-none ${colours[state]}`} />
      <span className="min-w-0 [overflow-wrap:anywhere]">{outcomeText(email, state, problem)}</span>
    </li>
  )
}

function outcomeText(email: string, state: MailForward['state'], problem: string | null): string {
  if (state === 'sent') return `Forwarded to ${email}`
  if (state === 'failed') return `Not forwarded to ${email}: ${problem ?? 'it was refused'}`
  const waits = `Waiting to be forwarded to ${email}`
  return problem === null ? waits : `${waits}. The last attempt failed: ${problem}`
}
