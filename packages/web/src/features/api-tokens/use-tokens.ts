import { createToken, listTokens, revokeToken, type CallRequest } from '@mailstop/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/api-client.ts'
import { wasRemoved } from '../../lib/api/api-error.ts'
import { queryKeys, queryOf } from '../../lib/api/queries.ts'
import { toast } from '../../ui/popups/toast.ts'

const tokensQuery = (team: number) =>
  queryOf(queryKeys.tokens(team), listTokens, { params: { team: String(team) } })

export function useTokens(team: number, { enabled = true } = {}) {
  return useQuery({ ...tokensQuery(team), enabled })
}

/** Makes a token; returns what is shown of it this once. */
export function useCreateToken(team: number) {
  const queryClient = useQueryClient()
  return async (body: CallRequest<typeof createToken>['body']): Promise<string> => {
    const { data } = await call(createToken, { params: { team: String(team) }, body })
    const { token, ...made } = data
    queryClient.setQueryData(tokensQuery(team).queryKey, (tokens) => tokens && [made, ...tokens])
    return token
  }
}

export function useRevokeToken(team: number, id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      wasRemoved(call(revokeToken, { params: { team: String(team), api_token: String(id) } })),
    onSuccess() {
      queryClient.setQueryData(tokensQuery(team).queryKey, (tokens) =>
        tokens?.filter((token) => token.id !== id),
      )
      toast.success('Token revoked')
    },
    onSettled: () => queryClient.invalidateQueries(tokensQuery(team)),
  })
}
