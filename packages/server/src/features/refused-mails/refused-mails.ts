import type { RefusedMail } from '@mailstop/contract'
import type { TeamRequest } from '../../actor.ts'
import type { RefusedMail as Refused } from '../../smtp/limits/recent-refusals.ts'

export type RefusedMails = ReturnType<typeof createRefusedMails>

type RefusedMailsDeps = {
  permit: (request: TeamRequest<'read_team'>) => Promise<unknown>
  /** The refusals of a team that this process remembers, newest first; bounded. */
  recentRefusals: (teamId: number) => readonly Refused[]
}

/**
 * Shows a team why its last mails were not taken. They belong to the team, and stay when its credentials
 * are replaced: every member of the team sees them.
 */
export function createRefusedMails({ permit, recentRefusals }: RefusedMailsDeps) {
  return {
    async list(request: TeamRequest<'read_team'>): Promise<RefusedMail[]> {
      await permit(request)
      return recentRefusals(request.teamId).map(refusedMailView)
    },
  }
}

const refusedMailView = (refused: Refused): RefusedMail => ({
  id: refused.id,
  refused_at: new Date(refused.at).toISOString(),
  remote_address: refused.remoteAddress,
  reply: refused.reply,
  transcript: refused.transcript,
  transcript_times: refused.transcriptTimes,
  mail_id: refused.mailId,
})
