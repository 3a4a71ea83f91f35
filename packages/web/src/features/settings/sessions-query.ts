import { listSessions } from '@mailstop/contract'
import { queryKeys, queryOf } from '../../lib/queries.ts'

/** Where the user is signed in. */
export const sessionsQuery = queryOf(queryKeys.sessions, listSessions)
