import { getSystemMail } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { queryKeys, queryOf } from './queries.ts'

/** It does not change while the server runs. */
const systemMailQuery = { ...queryOf(queryKeys.systemMail, getSystemMail), staleTime: Infinity }

/** Whether the server has no relay for its own mail. False until the server has said so. */
export const useHasNoRelay = (): boolean => useQuery(systemMailQuery).data?.relay === false
