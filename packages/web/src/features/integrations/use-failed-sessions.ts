import { listSmtpSessions } from '@mailstop/contract'
import { call } from '../../lib/api/api-client.ts'
import { usePages } from '../../lib/api/pages.ts'
import { queryKeys } from '../../lib/api/queries.ts'

/** The failed SMTP sessions of a team, or of one login, newest first. Live events fetch them again. */
export const useFailedSessions = (team: number, login: string | null = null) =>
  usePages(queryKeys.failedSessions(team, login), (cursor, signal) =>
    call(listSmtpSessions, {
      params: { team: String(team) },
      query: { ...cursor, ...(login !== null && { login }) },
      signal,
    }),
  )
