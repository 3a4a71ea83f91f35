import { listSmtpSessions } from '@mailstop/contract'
import { call } from '../../lib/api/api-client.ts'
import { usePages } from '../../lib/api/pages.ts'
import { queryKeys } from '../../lib/api/queries.ts'

/** The failed SMTP sessions of a team, newest first. Live events fetch them again. */
export const useFailedSessions = (team: number) =>
  usePages(queryKeys.failedSessions(team), (query, signal) =>
    call(listSmtpSessions, { params: { team: String(team) }, query, signal }),
  )
