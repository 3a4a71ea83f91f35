import { mailChannel } from '@mailstop/contract'
import type { EventBus, Events } from './events.ts'
import type { createDeliveries } from './features/forwarding/deliveries.ts'
import { announceMails } from './features/mails/mail-live.ts'
import { announceTeams } from './features/teams/team-live.ts'
import type { Teams } from './features/teams/teams.ts'
import type { createRealtime } from './realtime/realtime.ts'
import type { createSmtp } from './smtp/smtp.ts'

type SmtpSessions = Pick<ReturnType<typeof createSmtp>, 'endSessions' | 'removeAccount'>

type Listening = {
  events: EventBus
  realtime: Pick<
    ReturnType<typeof createRealtime>,
    'publish' | 'close' | 'disconnectSession' | 'tellProcesses'
  >
  smtp: SmtpSessions
  deliveries: Pick<ReturnType<typeof createDeliveries>, 'recheck' | 'wakeSoon'>
  teams: Pick<Teams, 'sweepDeleted'>
  onError: (error: unknown) => void
}

/** Who hears what: browsers, SMTP sessions and work in the background follow what features tell. */
export function connectEvents(parts: Listening): void {
  const { events, realtime, smtp, deliveries, teams, onError } = parts
  const later = (work: () => void, ms: number) => void setTimeout(work, ms)
  announceMails({ events, publish: realtime.publish, later })
  announceTeams({ events, publish: realtime.publish })
  events.on('membershipEnded', ({ teamId, userId, deleted }) =>
    realtime.close(mailChannel(teamId), userId, deleted && { deleted }),
  )
  events.on('membershipEnded', ({ teamId }) => void deliveries.recheck(teamId).catch(onError))
  events.on('mailReceived', deliveries.wakeSoon)
  events.on('sessionEnded', ({ sessionId }) => realtime.disconnectSession(sessionId))
  events.on('credentialsEnded', (ended) => {
    endSmtpOf(smtp, ended)
    realtime.tellProcesses(ended)
  })
  events.on('teamDeleted', () => void teams.sweepDeleted().catch(onError))
}

/** What SMTP does in this process when credentials have ended, here or in another. */
export function endSmtpOf(
  smtp: SmtpSessions,
  { teamId, deleted }: Events['credentialsEnded'],
): void {
  if (deleted) smtp.removeAccount(teamId)
  else smtp.endSessions(teamId)
}
