import { listViolations } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api/api-client.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { queryKeys } from '../../lib/api/queries.ts'
import { readStored, store } from '../../lib/stored.ts'

/**
 * Mail that has broken guards since this browser last looked. It looks once where guards are switched on, so that a team
 * without any asks for nothing.
 */
export function useViolations(team: number, { asks }: { asks: boolean }) {
  const storedAs = `seenViolations:${team}`
  const [seen, setSeen] = useState(readStored(storedAs))
  const params = { team: String(team) }
  const { data } = useQuery({
    queryKey: queryKeys.violations(team, seen),
    async queryFn({ signal }) {
      if (seen === null) return call(listViolations, { params, signal })
      try {
        return await call(listViolations, { params, query: { after: seen }, signal })
      } catch (error) {
        // The team knows its marker no longer: its mail was restored, for example.
        if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) throw error
        return { ...(await call(listViolations, { params, signal })), data: [] }
      }
    },
    enabled: asks || seen !== null,
  })
  return {
    hasSeen: seen !== null,
    mails: data?.data ?? [],
    isKnown: data !== undefined,
    see() {
      if (data === undefined) return
      store(storedAs, data.meta.marker)
      setSeen(data.meta.marker)
    },
  }
}
