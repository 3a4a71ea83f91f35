import type { LinkCheck } from '../calls/inspection/outgoing.ts'

/**
 * The live connection: Socket.IO, websocket transport, path `/socket.io`. After `join` of a team's
 * channel is acknowledged the client hears what happens to that team's mail. The acknowledgement
 * holds the frames that the client missed since it was opened. Frames can be lost with a connection,
 * so a client fetches everything again when it joins again.
 */

/** The private channel of a team's mail. */
export const mailChannel = (teamId: number) => `teams.${teamId}.mails`

/** Who caused the event; null when it was a mail arriving or the product itself. */
type Caused = { team_id: number; user_id: number | null }

/**
 * The parts of a team that clients keep, and for each the parts to fetch again when it changed. A
 * client fetches all of them again when it may have missed frames.
 */
export const teamParts = {
  /** Its name, owner or credentials. The members say who of them is the owner. */
  team: ['team', 'members'],
  /** The team holds the number of its members. */
  members: ['team', 'members'],
  invites: ['invites'],
  tokens: ['tokens'],
  rules: ['rules'],
  /** The colors of its tags, and the rules that tag its mail. */
  tags: ['tags'],
  guards: ['guards'],
  /** Its scenarios, and which are on. */
  scenarios: ['scenarios'],
  drills: ['drills'],
  webhooks: ['webhooks'],
  /** Its inboxes with their credentials. The counters name them too. */
  inboxes: ['inboxes', 'counters', 'team'],
  /** Its failed SMTP sessions. */
  sessions: ['sessions'],
  /** What the checks of new mail found: lists and pins of `check:` have other mail now. */
  verdicts: ['verdicts'],
  /** The counters hold the counts of the mail and the pins. */
  counters: ['counters'],
} as const satisfies Record<string, readonly string[]>

export type TeamPart = keyof typeof teamParts

export type ServerEvents = {
  /** Sent once at the beginning of each connection. `web_build` is as in `getVersion`. */
  Welcome: (event: { web_build: string | null }) => void
  /** Mail arrived. A burst is one event; `ids` holds at most 50 of its `count` mails, newest last. */
  MailReceived: (event: Caused & { ids: number[]; count: number }) => void
  /**
   * With `forwards`, the state of one of its forwards changed: fetch the mail again. With `tags`, its tags
   * changed, and are these.
   */
  MailUpdated: (
    event: Caused & {
      id: number
      read_at: string | null
      flagged: boolean
      forwards?: true
      tags?: string[]
    },
  ) => void
  /** Mail breaks guards, which was found after it arrived: `ids` holds at most 50 of `count` mails. Fetch these, and the counters. */
  GuardsBroken: (event: Caused & { ids: number[]; count: number }) => void
  MailDeleted: (event: Caused & { id: number }) => void
  /** Links of the mail `id` were checked. */
  LinksChecked: (event: Caused & { id: number; checks: LinkCheck[] }) => void
  /** How far an import is; `import` is the name its client gave it. */
  ImportProgressed: (event: Caused & { import: string; imported: number; failed: number }) => void
  /** The file of an export lacks this many mails, whose stored bytes are damaged. */
  MailsLeftOut: (event: Caused & { count: number }) => void
  /** Many mails changed at once: refetch. */
  InboxOutdated: (event: Caused) => void
  /** A part of the team other than its mail changed: fetch that part again. */
  TeamOutdated: (event: Caused & { part: TeamPart }) => void
  /** The membership ended, with `deleted` because the team did: the channel is closed to this client. */
  ChannelClosed: (event: { channel: string; deleted?: true }) => void
}

/** Events that concern the connection, and are on no channel. */
type ConnectionEvent = 'Welcome'

/** An event with its name. */
type Frame = {
  [Name in Exclude<keyof ServerEvents, ConnectionEvent>]: {
    name: Name
    event: Parameters<ServerEvents[Name]>[0]
  }
}[Exclude<keyof ServerEvents, ConnectionEvent>]

/** An event on the channel of the team that it names. */
export type TeamFrame = Exclude<Frame, { name: 'ChannelClosed' }>

/** An event that was sent on a channel `ago_ms` milliseconds ago. */
export type RecentFrame = Frame & { ago_ms: number }

export type JoinAnswer =
  | {
      ok: true
      /** The newest frames of the channel, the oldest first. */
      recent: RecentFrame[]
      /** `recent` holds every frame that was sent within this many milliseconds. */
      complete_ms: number
    }
  | { ok: false; code: 'signed_out' | 'not_found' }

export type ClientEvents = {
  join: (channel: string, answer: (result: JoinAnswer) => void) => void
  leave: (channel: string) => void
}
