import { mailChannel, type ServerEvents } from '@mailstop/contract'
import type { EventBus } from '../../../events.ts'

/**
 * Tells browsers what happens to a team's mail. The first arrival is published at once; what arrives
 * within the next moment is published together, so that a burst costs each browser a few frames.
 */
export type Publish = <E extends keyof ServerEvents>(
  channel: string,
  event: E,
  payload: Parameters<ServerEvents[E]>[0],
) => void

const burstMs = 100
const mostIds = 50

export function announceMails(deps: {
  events: EventBus
  publish: Publish
  /** Runs `work` after `ms`. */
  later: (work: () => void, ms: number) => void
}): void {
  const bursts = new Map<number, number[]>()

  function announce(teamId: number, ids: number[]): void {
    const listed = ids.slice(-mostIds)
    const received = { team_id: teamId, user_id: null, ids: listed, count: ids.length }
    deps.publish(mailChannel(teamId), 'MailReceived', received)
    bursts.set(teamId, [])
    deps.later(() => endBurst(teamId), burstMs)
  }

  function endBurst(teamId: number): void {
    const ids = bursts.get(teamId) ?? []
    bursts.delete(teamId)
    if (ids.length > 0) announce(teamId, ids)
  }

  deps.events.on('mailReceived', ({ teamId, mailId }) => {
    const burst = bursts.get(teamId)
    if (burst) burst.push(mailId)
    else announce(teamId, [mailId])
  })

  deps.events.on('mailUpdated', ({ teamId, userId, mailId, readAt, flaggedAt, forwards, tags }) => {
    deps.publish(mailChannel(teamId), 'MailUpdated', {
      team_id: teamId,
      user_id: userId,
      id: mailId,
      read_at: readAt === null ? null : new Date(readAt).toISOString(),
      flagged: flaggedAt !== null,
      ...(forwards && { forwards }),
      ...(tags && { tags }),
    })
  })

  deps.events.on('mailDeleted', ({ teamId, userId, mailId }) => {
    const deleted = { team_id: teamId, user_id: userId, id: mailId }
    deps.publish(mailChannel(teamId), 'MailDeleted', deleted)
  })

  deps.events.on('guardsBroken', ({ teamId, ids, count }) => {
    const broken = { team_id: teamId, user_id: null, ids, count }
    deps.publish(mailChannel(teamId), 'GuardsBroken', broken)
  })

  deps.events.on('inboxOutdated', ({ teamId, userId }) => {
    deps.publish(mailChannel(teamId), 'InboxOutdated', { team_id: teamId, user_id: userId })
  })
}
