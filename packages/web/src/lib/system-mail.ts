import { getSystemMail } from '@mailstop/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './api-client.ts'

/** It is settled when the server starts. */
const systemMailQuery = queryOptions({
  queryKey: ['system-mail'],
  queryFn: async ({ signal }) => (await call(getSystemMail, { signal })).data,
  staleTime: Infinity,
})

/** Whether mail that the server writes itself stays on it. False until the server has said so. */
export const useStaysHere = (): boolean => useQuery(systemMailQuery).data?.relay === false
