import { createShare, endShare, listShares, type CallRequest } from '@mailstop/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/api-client.ts'
import { errorText, wasRemoved } from '../../lib/api/api-error.ts'
import { queryKeys, queryOf } from '../../lib/api/queries.ts'
import { toast } from '../../ui/popups/toast.ts'

/** The links of a mail for people without an account, and what can be done with them. */
export function useShares(team: number, mail: number) {
  const queryClient = useQueryClient()
  const params = { team: String(team), mail: String(mail) }
  const query = queryOf(queryKeys.shares(team, mail), listShares, { params })
  const again = () => queryClient.invalidateQueries(query)
  const shares = useQuery({ ...query, staleTime: 0 })
  const { mutate, variables, isPending } = useMutation({
    mutationFn: (share: number) =>
      wasRemoved(call(endShare, { params: { ...params, share: String(share) } })),
    onSuccess: () => toast.success('Link ended'),
    onError: (error: unknown) => toast.error(errorText(error)),
    onSettled: again,
  })
  return {
    shares,
    async create(body: CallRequest<typeof createShare>['body']): Promise<string> {
      const { data } = await call(createShare, { params, body })
      void again()
      return data.url
    },
    end: mutate,
    ending: isPending ? variables : null,
  }
}
