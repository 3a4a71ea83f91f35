import type { TeamAction, TokenScope } from '@mailstop/contract'
import type { Sharer } from './lib/shares/served-client.ts'

/**
 * An actor: a user in a session, or a program with a token. `permit` alone (features/teams) decides what an actor may
 * do in a team.
 */
export type Actor = UserActor | TokenActor

export type UserActor = {
  kind: 'user'
  userId: number
  sessionId: string
  verified: boolean
  /** Whether the user operates this server. It opens no team. */
  operator?: boolean
  /** The address group and the team that stand for this browser in open mode, which has one user. */
  sharesAs?: string
  onlyTeam?: number
  /** Open mode, where no browser is asked who it is. */
  isProgram?: true
}

/** A token belongs to one team, and its scopes allow some actions there. */
export type TokenActor = {
  kind: 'token'
  tokenId: number
  teamId: number
  scopes: readonly TokenScope[]
  /** The only inbox that it reaches; null: all mail of its team. */
  inbox: number | null
  /** Null when that account is gone or disabled. */
  createdBy: number | null
  /** The member who made it or, if they have left, the owner of its team. */
  answeredBy: number
  expiresAt: number | null
}

/** The name under which a user shares what is divided: their own work, and that of their programs and apps. */
export const asSharer = (userId: number): string => `user ${userId}`

/**
 * Shared resources are divided by the person who answers for a request, however many teams and tokens they have. All
 * tokens of a team share one part, beside what people do there.
 */
export function sharerOf(actor: Actor, teamId?: number): Sharer {
  if (actor.kind === 'token') {
    return { user: asSharer(actor.answeredBy), team: `tokens of team ${actor.teamId}` }
  }
  const team = teamId === undefined ? undefined : `team ${teamId}`
  return { user: actor.sharesAs ?? asSharer(actor.userId), team }
}

/**
 * What an actor wants to do in a team. Operations of features take it as their first parameter, typed
 * by the action that they need.
 */
export type TeamRequest<A extends TeamAction = TeamAction, By extends Actor = Actor> = {
  actor: By
  action: A
  teamId: number
  /** Reaches this inbox alone, whatever the actor could do besides. */
  inbox?: number
}

/** The only inbox that a request reaches; null: all of its team. */
export const inboxOf = ({ actor, inbox }: TeamRequest): number | null =>
  (actor.kind === 'token' ? actor.inbox : null) ?? inbox ?? null

/** Says to `permit` that an operation reads and changes no more than the inbox that its request reaches. */
export const keepsToInbox = { keepsToInbox: true } as const

/** The request of an operation that only a person can do: it mails their name, or needs their password. */
export type UserRequest<A extends TeamAction = TeamAction> = TeamRequest<A, UserActor>

/** Programs may fill in a request from a variable that is empty. */
export const isProgram = (actor: Actor): boolean =>
  actor.kind === 'token' || actor.isProgram === true

/**
 * The user who answers for what an actor does to others: the actor, or the maker of the token. Null when that account
 * is gone or disabled.
 */
export const accountableUser = (actor: Actor): number | null =>
  actor.kind === 'user' ? actor.userId : actor.createdBy

export const userIdOf = (actor: Actor): number | null =>
  actor.kind === 'user' ? actor.userId : null
