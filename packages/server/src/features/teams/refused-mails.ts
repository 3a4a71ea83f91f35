import type { RefusedMail } from '@mailstop/contract'
import type { TeamRequest } from '../../actor.ts'
import type { Sql } from '../../db/database.ts'
import type { RefusedMail as Refused } from '../../smtp/recent-refusals.ts'
import { permit } from './team-access.ts'

/** Those of a team that this process remembers, newest first; bounded. */
export type RecentRefusals = (teamId: number) => readonly Refused[]

/**
 * Shows a team why its last mails were not taken. They are the team's, whatever its credentials are
 * by now: whoever sees these sees them.
 */
export async function refusedMailsOf(
  sql: Sql,
  request: TeamRequest<'read_team'>,
  recentRefusals: RecentRefusals,
): Promise<RefusedMail[]> {
  await permit(sql, request)
  return recentRefusals(request.teamId).map(refusedMailView)
}

const refusedMailView = ({ id, at, remoteAddress, reply, transcript }: Refused): RefusedMail => ({
  id,
  refused_at: new Date(at).toISOString(),
  remote_address: remoteAddress,
  reply,
  transcript,
})
