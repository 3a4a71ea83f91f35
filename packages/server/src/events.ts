import type { TeamPart } from '@mailstop/contract'

/** What features tell each other and the browsers, always after the commit that caused it. */
export type Events = {
  mailReceived: { teamId: number; mailId: number }
  mailUpdated: {
    teamId: number
    userId: number | null
    mailId: number
    readAt: number | null
    flaggedAt: number | null
    /** Not its marks changed, but what became of a forward of it. */
    forwards?: true
    /** All tags that it has now, if they changed. */
    tags?: string[]
  }
  mailDeleted: { teamId: number; userId: number | null; mailId: number }
  inboxOutdated: { teamId: number; userId: number | null }
  /** A user may no longer see a team; with `deleted`, because there is none any more. */
  membershipEnded: { teamId: number; userId: number; deleted?: true }
  /** Something of a team beside its mail changed. */
  teamOutdated: { teamId: number; userId: number | null; part: TeamPart }
  /** A team was deleted; what it had is still to go. */
  teamDeleted: { teamId: number }
  /** A team's SMTP credentials hold no longer: they were replaced or, with `deleted`, the team is gone. */
  credentialsEnded: { teamId: number; username: string; deleted?: true } & FromElsewhere
  /** A session was ended by log out, password change, expiry or deletion. */
  sessionEnded: { sessionId: string; userId: number }
  /** An import goes on: how many of its mails were kept and how many were not. */
  importProgressed: {
    teamId: number
    userId: number
    name: string
    imported: number
    failed: number
  }
  /** Something waits in a queue. */
  workQueued: { queue: 'outbox' | 'deliveries' } & FromElsewhere
  /** Events of other processes may have been missed since then. */
  eventsMissed: { since: number }
}

/** Set on an event that another process sent, so that it is not sent back. */
type FromElsewhere = { elsewhere?: true }

/** An event that one process sends to all others on the same database. */
export type SharedEvent = {
  [K in 'credentialsEnded' | 'workQueued']: { name: K; event: Events[K] }
}['credentialsEnded' | 'workQueued']

export type EventBus = {
  emit<K extends keyof Events>(name: K, event: Events[K]): void
  on<K extends keyof Events>(name: K, listener: (event: Events[K]) => void): void
}

/** Listeners run at once, in the order they were added; one that throws is reported, not fatal. */
export function createEvents(onError: (error: unknown) => void): EventBus {
  const listeners: { [K in keyof Events]?: ((event: Events[K]) => void)[] } = {}
  return {
    emit(name, event) {
      for (const listener of listeners[name] ?? []) {
        try {
          listener(event)
        } catch (error) {
          onError(error)
        }
      }
    },
    on(name, listener) {
      const known = (listeners[name] ??= []) as (typeof listener)[]
      known.push(listener)
    },
  }
}
