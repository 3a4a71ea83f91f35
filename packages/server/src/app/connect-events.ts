import { setTimeout as pause } from 'node:timers/promises'
import { mailChannel } from '@mailstop/contract'
import { sharedAtOnce, type EventBus, type Events, type SharedEvent } from '../events.ts'
import type { createDeliveries } from '../features/forwarding/delivery/deliveries.ts'
import { announceMails } from '../features/mails/show/mail-live.ts'
import type { SmtpCredentials } from '../features/inboxes/smtp-credentials.ts'
import type { createRealtime } from '../realtime/realtime.ts'
import type { createSmtp } from '../smtp/smtp.ts'

type SmtpSessions = Pick<
  ReturnType<typeof createSmtp>,
  'endSessions' | 'removeAccount' | 'accountIds'
>

type Subscribers = {
  events: EventBus
  realtime: Pick<
    ReturnType<typeof createRealtime>,
    'publish' | 'close' | 'disconnectSession' | 'share'
  >
  deliveries: Pick<ReturnType<typeof createDeliveries>, 'recheck'>
  credentials: Pick<SmtpCredentials, 'recheck'>
  /** Null in a process without the role `smtp`. */
  smtp: SmtpSessions | null
  /** Null in a process without the role `worker`. */
  background: {
    wake: Record<Events['workQueued']['queue'], () => void>
    sweepTeams: () => Promise<void>
  } | null
  /** Whether forwarding rules have a relay. */
  canForward: boolean
  onError: (error: unknown) => void
  /** Aborts when nothing is announced any more. */
  ended: AbortSignal
}

/** A burst of mail wakes the queues of other processes only once. */
const shareAfterMs = 100

export function connectEvents(subscribers: Subscribers): void {
  const { events, realtime, deliveries, credentials, smtp, background, onError } = subscribers
  const later = laterUntil(subscribers.ended)

  announceMails({ events, publish: realtime.publish, later })
  events.on('teamOutdated', ({ teamId, userId, part }) => {
    const outdated = { team_id: teamId, user_id: userId, part }
    realtime.publish(mailChannel(teamId), 'TeamOutdated', outdated)
  })
  // `TeamFrame` pairs each name with its own event, which the type of `publish` cannot say of a union.
  const publish = realtime.publish as (channel: string, name: string, event: object) => void
  events.on('shown', ({ name, event }) => publish(mailChannel(event.team_id), name, event))
  events.on('membershipEnded', ({ teamId, userId, deleted }) =>
    realtime.close(mailChannel(teamId), userId, deleted && { deleted }),
  )
  events.on('membershipEnded', ({ teamId }) => void deliveries.recheck(teamId).catch(onError))
  events.on('sessionEnded', ({ sessionId }) => realtime.disconnectSession(sessionId))
  events.on('sessionEnded', ({ sessionId }) => events.emit('accessEnded', { sessionId }))
  events.on('membershipEnded', ({ teamId, userId }) =>
    events.emit('accessEnded', { teamId, userId }),
  )
  for (const name of sharedAtOnce) {
    events.on(name, (event) => {
      // `SharedEvent` pairs each name with its own event, which is lost in the loop.
      if (!event.elsewhere) realtime.share({ name, event } as SharedEvent)
    })
  }
  shareArrivals({ events, share: realtime.share, later })

  events.on('credentialsEnded', (event) => {
    if (smtp) endSmtpOf(smtp, event)
  })
  if (smtp) {
    events.on('eventsMissed', ({ since }) => {
      credentials
        .recheck(smtp.accountIds(), since)
        // When this is not known, all clients have to log in again.
        .catch((error: unknown) => (onError(error), smtp.accountIds()))
        .then((ended) => ended.forEach((accountId) => smtp.endSessions({ accountId })), onError)
    })
  }

  events.on('mailReceived', () => {
    if (subscribers.canForward) events.emit('workQueued', { queue: 'deliveries' })
    events.emit('workQueued', { queue: 'webhooks' })
  })
  events.on('guardsBroken', ({ teamId, ids }) => {
    for (const mailId of ids) events.emit('happened', { teamId, event: 'guard.broken', mailId })
  })
  if (background) {
    events.on('workQueued', ({ queue }) => background.wake[queue]())
    events.on('teamDeleted', () => void background.sweepTeams().catch(onError))
  } else shareQueuedWork(subscribers, later)
}

export const laterUntil =
  (ended: AbortSignal) =>
  (work: () => void, ms: number): void =>
    void pause(ms, undefined, { signal: ended, ref: false }).then(work, () => {})

/** How long arrivals are collected for the other processes, which may hold waits for them. */
const arrivalsTogetherMs = 20

export function shareArrivals(deps: {
  events: EventBus
  share: Subscribers['realtime']['share']
  later: (work: () => void, ms: number) => void
}): void {
  const collected = new Map<number, number[]>()
  function shareAll(): void {
    for (const [teamId, ids] of collected) {
      deps.share({ name: 'mailsArrived', event: { teamId, ids } })
    }
    collected.clear()
  }
  deps.events.on('mailReceived', ({ teamId, mailId }) => {
    if (collected.size === 0) deps.later(shareAll, arrivalsTogetherMs)
    const ids = collected.get(teamId)
    if (ids) ids.push(mailId)
    else collected.set(teamId, [mailId])
  })
}

/** A process without the role `worker` sends no mail itself: it wakes those that do. */
function shareQueuedWork(
  { events, realtime }: Subscribers,
  later: (work: () => void, ms: number) => void,
): void {
  const waiting = new Set<Events['workQueued']['queue']>()
  events.on('workQueued', ({ queue, elsewhere }) => {
    if (elsewhere || waiting.has(queue)) return
    waiting.add(queue)
    later(() => {
      waiting.delete(queue)
      realtime.share({ name: 'workQueued', event: { queue } })
    }, shareAfterMs)
  })
}

/** Ends SMTP sessions of this process when credentials have ended, here or in another process. */
function endSmtpOf(
  smtp: Pick<SmtpSessions, 'endSessions' | 'removeAccount'>,
  { teamId: accountId, inbox, deleted, until, isLimited }: Events['credentialsEnded'],
): void {
  if (deleted) smtp.removeAccount(accountId)
  else {
    const when = until === undefined ? {} : { until }
    smtp.endSessions({ accountId, inbox, ...when, finishContent: isLimited ?? false })
  }
}
