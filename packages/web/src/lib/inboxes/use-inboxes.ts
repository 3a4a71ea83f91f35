import { listInboxes } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { queryKeys, queryOf } from '../api/queries.ts'

/** The id of the inbox that a team has from the beginning, and that stays. */
export const firstInbox = 1

/** The inboxes of a team, the first one first. Live events fetch them again when one is changed. */
export const useInboxes = (team: number, { enabled = true } = {}) =>
  useQuery({
    ...queryOf(queryKeys.inboxList(team), listInboxes, { params: { team: String(team) } }),
    enabled,
  })
