import { listDeliveries } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'
import { ruleKeys } from './rule-keys.ts'

/** While something is on its way to the relay, how that ends shows within this time. */
const underWayMs = 5_000

/** The newest deliveries of a rule. */
export function useDeliveries(team: number, rule: number) {
  return useQuery({
    queryKey: ruleKeys.deliveries(team, rule),
    queryFn: async ({ signal }) => {
      const params = { team: String(team), rule: String(rule) }
      return (await call(listDeliveries, { params, signal })).data
    },
    refetchInterval: ({ state }) =>
      state.data?.some((delivery) => delivery.state === 'queued') ? underWayMs : false,
  })
}
