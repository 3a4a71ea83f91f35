import type { RefusedMail } from '@mailstop/contract'
import type { Sql } from '../../db/database.ts'
import type { Asker } from '../../lib/asker.ts'
import type { RefusedMail as Refused } from '../../smtp/recent-refusals.ts'
import { permit } from '../teams/team-access.ts'

/** Those of a team that this process remembers, newest first; bounded. */
export type RecentRefusals = (teamId: number) => readonly Refused[]

/**
 * Shows a team why its last mails were not taken. They are the team's, whatever its credentials are
 * by now: whoever sees these sees them.
 */
export async function refusedMailsOf(
  sql: Sql,
  asker: Asker,
  recentRefusals: RecentRefusals,
): Promise<RefusedMail[]> {
  await permit(sql, asker, 'read')
  return recentRefusals(asker.teamId).map(refusedMailView)
}

const refusedMailView = ({ id, at, remoteAddress, reply, transcript }: Refused): RefusedMail => ({
  id,
  refused_at: new Date(at).toISOString(),
  remote_address: remoteAddress,
  reply,
  transcript,
})
