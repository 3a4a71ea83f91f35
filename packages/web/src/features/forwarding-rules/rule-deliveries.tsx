import { limits, listDeliveries, type Rule } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../lib/api-error.ts'
import { queryKeys, queryOf } from '../../lib/queries.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DeliveryRow } from './delivery-row.tsx'

/** The last mails that a rule forwarded, and how that ended. */
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
      {deliveries.isError && !deliveries.data && (
        <ErrorState
          title="The deliveries could not be loaded"
          retrying={deliveries.isFetching}
          onRetry={() => void deliveries.refetch()}
        >
          {errorText(deliveries.error)}
        </ErrorState>
      )}
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

/** The newest deliveries of a rule. */
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
    return 'Nothing has been forwarded yet. The next mail that matches shows up here.'
  }
  return status === 'disabled'
    ? 'Nothing has been forwarded. Enable the rule to forward what matches from then on.'
    : 'Nothing has been forwarded. The holder of the address has to agree first.'
}
