import { listSessions } from '@mailstop/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'

/** Where the user is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await call(listSessions, { signal })).data,
})
