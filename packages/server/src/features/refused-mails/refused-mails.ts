import type { RefusedMail } from '@mailstop/contract'
import type { Asker } from '../../lib/asker.ts'
import type { RefusedMail as Refused } from '../../smtp/recent-refusals.ts'

export type RefusedMails = ReturnType<typeof createRefusedMails>

type RefusedMailsDeps = {
  requireMember: (userId: number, teamId: number) => Promise<unknown>
  /** Those of a team that this process remembers, newest first; bounded. */
  recentRefusals: (teamId: number) => readonly Refused[]
}

/**
 * Shows a team why its last mails were not taken. They belong to the team, and stay when its credentials
 * are replaced: every member of the team sees them.
 */
export function createRefusedMails({ requireMember, recentRefusals }: RefusedMailsDeps) {
  return {
    async list({ userId, teamId }: Asker): Promise<RefusedMail[]> {
      await requireMember(userId, teamId)
      return recentRefusals(teamId).map(refusedMailView)
    },
  }
}

const refusedMailView = ({ id, at, remoteAddress, reply, transcript }: Refused): RefusedMail => ({
  id,
  refused_at: new Date(at).toISOString(),
  remote_address: remoteAddress,
  reply,
  transcript,
})
