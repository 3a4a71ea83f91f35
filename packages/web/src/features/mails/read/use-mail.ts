import { getMail } from '@mailstop/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { call } from '../../../lib/api/api-client.ts'
import { queryKeys } from '../../../lib/api/queries.ts'

/** Only the marks and the tags of a mail change, and the cache has the current ones. */
const mailQuery = (team: number, mail: number) =>
  queryOptions({
    queryKey: queryKeys.openMail(team, mail),
    queryFn: async ({ signal }) => {
      const request = { params: { team: String(team), mail: String(mail) }, signal }
      const { data } = await call(getMail, request)
      if (data.large.length === 0) return data
      const { fetchBodies } = await import('./fetch-bodies.ts')
      return { ...data, ...(await fetchBodies(data.large, request)) }
    },
    staleTime: Infinity,
  })

export function useMail(team: number, mail: number) {
  return useQuery(mailQuery(team, mail))
}

/** The subject of an open mail once it is fetched. Fetches nothing itself. */
export function useSubject(team: number, mail: number | null): string | undefined {
  const query = useQuery({ ...mailQuery(team, mail ?? 0), enabled: false })
  return mail === null ? undefined : query.data?.subject
}

/** A row is fetched when the pointer has stayed on it for this long, and not when it only scrolls past. */
const restMs = 50

/** Fetches a mail that will probably be opened next. */
export function usePrefetchMail(team: number): (mail: number) => void {
  const queryClient = useQueryClient()
  const latest = useRef<number | null>(null)
  return useCallback(
    (mail) => {
      latest.current = mail
      setTimeout(() => {
        if (latest.current !== mail) return
        void queryClient.prefetchQuery({ ...mailQuery(team, mail), retry: false })
      }, restMs)
    },
    [queryClient, team],
  )
}
