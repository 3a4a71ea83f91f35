import { limits, listDeliveries, type Rule, type Delivery } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { Ban, CircleAlert, CircleCheck, Clock } from 'lucide-react'
import { Link } from 'react-router'
import { queryKeys, queryOf } from '../../lib/api/queries.ts'
import { LoadError } from '../../ui/pages/load-error.tsx'
import { Skeleton } from '../../ui/pages/skeleton.tsx'
import { mailLink } from '../../lib/paths/paths.ts'
import { shortDateTime } from '../../ui/texts/date-texts.ts'
import { RelativeTimeText } from '../../ui/texts/relative-time-text.tsx'

export function RuleDeliveries({ team, rule }: { team: number; rule: Rule }) {
  const deliveries = useDeliveries(team, rule.id)
  return (
    <section
      aria-label={`Last deliveries of ${rule.name}`}
      className="border-t border-line bg-bg text-sm"
    >
      {deliveries.isPending && (
        <div role="status" aria-label="Loading" className="grid gap-2.5 px-4 py-3">
          <Skeleton className="w-3/4" />
          <Skeleton className="w-1/2" />
        </div>
      )}
      <LoadError query={deliveries} title="The deliveries could not be loaded" />
      {deliveries.data?.length === 0 && (
        <p className="px-4 py-3 text-pretty text-ink-3">{nothingYet(rule.status)}</p>
      )}
      {deliveries.data && deliveries.data.length > 0 && (
        <>
          <ul className="max-h-80 overflow-y-auto">
            {deliveries.data.map((delivery) => (
              <DeliveryRow key={delivery.id} team={team} delivery={delivery} />
            ))}
          </ul>
          {deliveries.data.length === limits.deliveriesShown && (
            <p className="border-t border-line px-4 py-2 text-ink-3">
              The last {limits.deliveriesShown} deliveries.
            </p>
          )}
        </>
      )}
    </section>
  )
}

/** While a mail is on its way to the relay, its outcome shows within this time. */
const underWayMs = 5_000

function useDeliveries(team: number, rule: number) {
  const params = { team: String(team), rule: String(rule) }
  return useQuery({
    ...queryOf(queryKeys.deliveries(team, rule), listDeliveries, { params }),
    refetchInterval: ({ state }) =>
      state.data?.some((delivery) => delivery.state === 'queued') ? underWayMs : false,
  })
}

function nothingYet(status: Rule['status']): string {
  if (status === 'enabled') {
    return 'Nothing has been forwarded yet. The next message that matches appears here.'
  }
  return status === 'disabled'
    ? 'Nothing has been forwarded yet. Enable the rule to forward new messages that match.'
    : 'Nothing has been forwarded yet. The owner of the address has to agree first.'
}

const icons = { queued: Clock, sent: CircleCheck, failed: CircleAlert, cancelled: Ban }
const colours = {
  queued: 'text-ink-3',
  sent: 'text-ok',
  failed: 'text-danger',
  cancelled: 'text-ink-3',
}

function DeliveryRow({ team, delivery }: { team: number; delivery: Delivery }) {
  const { mail, state, answer, created_at } = delivery
  const Icon = icons[state]
  const subject = mail?.subject || '(no subject)'
  return (
    <li className="flex items-start gap-3.5 border-b border-line px-4 py-2 last:border-b-0">
      <Icon className={`mt-0.5 ${colours[state]}`} />
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-baseline gap-3">
          {mail ? (
            <Link
              to={mailLink(team, mail.id)}
              dir="auto"
              title={subject}
              className="min-w-0 flex-1 truncate rounded-[3px] font-medium underline-offset-3 hover:underline"
            >
              {subject}
            </Link>
          ) : (
            <span className="min-w-0 flex-1 truncate text-ink-3">This message was deleted</span>
          )}
          <RelativeTimeText iso={created_at} className="num flex-none text-xs text-ink-3" />
        </p>
        <p className="num text-ink-2">{deliveryText(delivery)}</p>
        {answer && (
          <p className="mt-0.5 font-mono text-xs break-words text-ink-3 [overflow-wrap:anywhere]">
            {answer}
          </p>
        )}
      </div>
    </li>
  )
}

/** How far a delivery has got: 'Sent', 'Queued, tried twice. Next try Nov 21, 2026, 9:41 AM'. */
export function deliveryText({ state, attempts, next_attempt_at }: Delivery): string {
  const tried = attempts > 0 ? `, tried ${times(attempts)}` : ''
  if (state === 'sent') return attempts > 1 ? `Sent${tried}` : 'Sent'
  if (state === 'failed') return `Failed${tried}`
  if (state === 'cancelled') return `Cancelled${tried}`
  const next =
    attempts > 0 && next_attempt_at !== null ? `. Next try ${shortDateTime(next_attempt_at)}` : ''
  return `Queued${tried}${next}`
}

function times(count: number): string {
  if (count === 1) return 'once'
  return count === 2 ? 'twice' : `${count} times`
}
