import { getOutgoingChecks } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { queryKeys, queryOf } from '../../../lib/api/queries.ts'

const off = { spam_check: 'off', link_checks: false, dns_checks: false } as const

/** Which parts of a check may ask other servers: the operator decides. All are off until it is known. */
export function useOutgoing() {
  const query = queryOf(queryKeys.outgoingChecks, getOutgoingChecks)
  return useQuery({ ...query, staleTime: Infinity }).data ?? off
}
