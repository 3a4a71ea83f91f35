import type { TeamFrame, TeamPart, WebhookEvent } from '@mailstop/contract'
import type { MailRow } from './db/schema.ts'
import type { SearchEntry } from './db/words/search-index.ts'

/** A mail as it was stored, but for its id in `row`, which is 0, and its source. */
export type ReceivedEntry = {
  row: Omit<MailRow, 'trashed_at'>
  words: SearchEntry
  /** The names of all its tags. */
  tags: string[]
}

/** Events for features and browsers, always published after the commit that caused them. */
export type Events = {
  /** `entry` is what was stored of the mail besides its source. */
  mailReceived: { teamId: number; mailId: number; entry?: ReceivedEntry }
  mailUpdated: {
    teamId: number
    userId: number | null
    mailId: number
    readAt: number | null
    flaggedAt: number | null
    /** The outcome of its forward changed, not its marks. */
    forwards?: true
    /** All its tags now, if they changed. */
    tags?: string[]
  }
  mailDeleted: { teamId: number; userId: number | null; mailId: number }
  inboxOutdated: { teamId: number; userId: number | null }
  /** A user may no longer see a team; `deleted` when the team is gone. */
  membershipEnded: { teamId: number; userId: number; deleted?: true }
  /** Something of a team beside its mail changed. */
  teamOutdated: { teamId: number; userId: number | null; part: TeamPart }
  /** A team was deleted; its data still has to go. */
  teamDeleted: { teamId: number }
  /**
   * The SMTP credentials of an inbox ended: they were replaced or, with `deleted`, the team is gone. With `until` they
   * work until then; with `isLimited` they stay, and their inbox takes other mail than before.
   */
  credentialsEnded: {
    teamId: number
    /** Null: all of the team. */
    inbox: number | null
    username: string
    deleted?: true
    until?: number
    isLimited?: true
  } & FromElsewhere
  /** A token was revoked, or its team is gone. One that expires has no event. */
  tokenEnded: { tokenId: number; teamId: number } & FromElsewhere
  /** A session was ended by log out, password change, expiry or deletion. */
  sessionEnded: { sessionId: string; userId: number }
  /** Browsers of a team hear this as it is. */
  shown: TeamFrame
  /** Another process caught these mails. */
  mailsArrived: { teamId: number; ids: number[] } & FromElsewhere
  /** Marks or tags of mails changed, or mails were deleted or are there again. */
  mailsChanged: ChangedMails & FromElsewhere
  /** Mail of the team is tagged by other rules from now on. */
  tagRulesChanged: { teamId: number } & FromElsewhere
  /** Other scenarios are on in the team. */
  scenariosChanged: { teamId: number } & FromElsewhere
  /** Mail breaks guards; `ids` has the newest of `count` mails. */
  guardsBroken: { teamId: number; ids: number[]; count: number }
  /** What a team may want to be sent by its webhooks, besides caught mail. Only the process where it happened says so. */
  happened: {
    teamId: number
    event: Exclude<WebhookEvent, 'mail.received'>
    /** The mail that it is about. */
    mailId?: number
    data?: Record<string, string>
  }
  /** An actor's access has ended. */
  accessEnded: Access & FromElsewhere
  /** A queue has work. */
  workQueued: { queue: 'outbox' | 'deliveries' | 'webhooks' } & FromElsewhere
  /** Events of other processes may have been missed since then. */
  eventsMissed: { since: number }
}

export type ChangedMails = {
  teamId: number
  what: 'marks' | 'deleted' | 'restored'
  /** Missing when they are many or unknown. */
  ids?: number[]
  /** The new marks. */
  read?: boolean
  tagged?: true
}

/** A session, or the membership of a user. */
export type Access = { sessionId: string } | { teamId: number; userId: number }

/** Set on an event that another process sent, so that it is not sent back. */
type FromElsewhere = { elsewhere?: true }

/** The events that one process sends to all others as they come. */
export const sharedAtOnce = [
  'credentialsEnded',
  'tokenEnded',
  'mailsChanged',
  'tagRulesChanged',
  'scenariosChanged',
  'accessEnded',
] as const satisfies (keyof Events)[]

/** A process sends the events of mail and of queued work together. */
type SharedName = (typeof sharedAtOnce)[number] | 'workQueued' | 'mailsArrived'

/** An event that one process sends to all others on the same database. */
export type SharedEvent = { [K in SharedName]: { name: K; event: Events[K] } }[SharedName]

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
