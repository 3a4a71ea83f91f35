import {
  checkAuthentication,
  checkLinks,
  checkSpam,
  getOutgoingChecks,
  listLinkChecks,
  type CallRequest,
} from '@mailstop/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api/api-client.ts'
import { queryKeys, queryOf } from '../../../lib/api/queries.ts'
import { ofMail } from '../use-inspection.ts'

const off = { spam_check: 'off', link_checks: false, dns_checks: false } as const

/** Which parts of a check may ask other servers: the operator decides. All are off until it is known. */
export function useOutgoing() {
  const query = queryOf(queryKeys.outgoingChecks, getOutgoingChecks)
  return useQuery({ ...query, staleTime: Infinity }).data ?? off
}

/** What another server is asked once somebody wants it. */
const once = { staleTime: Infinity, retry: false } as const

export const useSpamScore = (team: number, mail: number, enabled: boolean) =>
  useQuery({
    ...queryOf(queryKeys.outgoing(team, mail, 'spam'), checkSpam, { params: ofMail(team, mail) }),
    ...once,
    enabled,
  })

/** `ip` is the address that production sends from. */
export const useAuthentication = (
  team: number,
  mail: number,
  ip: string | null,
  enabled: boolean,
) =>
  useQuery({
    ...queryOf(queryKeys.outgoing(team, mail, `dns ${ip}`), checkAuthentication, {
      params: ofMail(team, mail),
      body: ip === null ? {} : { ip },
    }),
    ...once,
    enabled,
  })

export function useLinkChecks(team: number, mail: number, enabled: boolean) {
  const queryClient = useQueryClient()
  const params = ofMail(team, mail)
  const query = queryOf(queryKeys.outgoing(team, mail, 'links'), listLinkChecks, { params })
  const { data } = useQuery({
    ...query,
    enabled,
    // It looks again while links are being asked.
    refetchInterval: ({ state }) =>
      state.data?.checks.some(({ outcome }) => outcome === 'waiting') ? 1_000 : false,
  })
  const check = useMutation({
    mutationFn: (body: CallRequest<typeof checkLinks>['body']) =>
      call(checkLinks, { params, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: query.queryKey }),
  })
  return { ...data, check }
}
