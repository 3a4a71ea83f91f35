import { createShareLink, endShareLink, listShareLinks, type CallRequest } from '@mailstop/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/api-client.ts'
import { wasRemoved } from '../../lib/api/api-error.ts'
import { queryKeys, queryOf } from '../../lib/api/queries.ts'
import { useSaid } from '../../lib/api/use-said.ts'

/** The links of a mail for people without an account, and what can be done with them. */
export function useShareLinks(team: number, mail: number) {
  const queryClient = useQueryClient()
  const params = { team: String(team), mail: String(mail) }
  const query = queryOf(queryKeys.shareLinks(team, mail), listShareLinks, { params })
  const again = () => queryClient.invalidateQueries(query)
  const links = useQuery({ ...query, staleTime: 0 })
  const { mutate, variables, isPending } = useSaid(
    (link: number) =>
      wasRemoved(call(endShareLink, { params: { ...params, share: String(link) } })).then(
        () => 'Link ended',
      ),
    { onSettled: again },
  )
  return {
    links,
    async create(body: CallRequest<typeof createShareLink>['body']): Promise<string> {
      const { data } = await call(createShareLink, { params, body })
      void again()
      return data.url
    },
    end: mutate,
    ending: isPending ? variables : null,
  }
}
