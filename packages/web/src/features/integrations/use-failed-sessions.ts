import { listSmtpSessions } from '@mailstop/contract'
import { call } from '../../lib/api/api-client.ts'
import { usePages } from '../../lib/api/pages.ts'
import { queryKeys } from '../../lib/api/queries.ts'
import type { FailureFilter } from './failure-kinds.ts'

/** The failed SMTP sessions of a team, or of one inbox, newest first. Live events fetch them again. */
export const useFailedSessions = (
  team: number,
  inbox: number | null = null,
  filter: FailureFilter = {},
) =>
  usePages(queryKeys.failedSessions(team, inbox, filter), (cursor, signal) =>
    call(listSmtpSessions, {
      params: { team: String(team) },
      query: { ...cursor, ...filter, ...(inbox !== null && { inbox: String(inbox) }) },
      signal,
    }),
  )
