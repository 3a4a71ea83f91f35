import { limits, listDeliveries, type Rule } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { queryKeys, queryOf } from '../../lib/api/queries.ts'
import { DeliveryLog, DeliveryRow } from '../../lib/deliveries/delivery-log.tsx'
import { deliveryText } from '../../lib/deliveries/delivery-text.ts'

export function RuleDeliveries({ team, rule }: { team: number; rule: Rule }) {
  const deliveries = useDeliveries(team, rule.id)
  const isCut = deliveries.data?.length === limits.deliveriesShown
  return (
    <DeliveryLog
      label={`Last deliveries of ${rule.name}`}
      list={deliveries}
      items={deliveries.data}
      problem="The deliveries could not be loaded"
      empty={nothingYet(rule.status)}
      below={
        isCut && (
          <p className="border-t border-line px-4 py-2 text-ink-3">
            The last {limits.deliveriesShown} deliveries.
          </p>
        )
      }
      renderRow={({ id, mail, state, answer, created_at, ...progress }) => (
        <DeliveryRow
          key={id}
          {...{ team, state, mail, answer }}
          title="This message was deleted"
          at={created_at}
          text={deliveryText({ state, ...progress })}
        />
      )}
    />
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
