import type { TeamAction, TokenScope } from '@mailstop/contract'
import type { Sharer } from './lib/shares/served-client.ts'

/**
 * Who does something: a user in a session, or a program with a token. What an actor may do in a team is
 * decided by `permit` (features/teams) and nowhere else.
 */
export type Actor = UserActor | TokenActor

export type UserActor = {
  kind: 'user'
  userId: number
  sessionId: string
  /** Whether the email address is. */
  verified: boolean
  /** Whether the user operates this server. It opens no team. */
  operator?: boolean
  /** Where all users are one, the group of addresses that stands for this one, and their team. */
  sharesAs?: string
  onlyTeam?: number
  /** Where all users are one: no browser asks. */
  isProgram?: true
}

/** A token belongs to one team, and its scopes allow some actions there. */
export type TokenActor = {
  kind: 'token'
  tokenId: number
  teamId: number
  scopes: readonly TokenScope[]
  /** Null when that account is gone or disabled. */
  createdBy: number | null
  /** The member who made it or, where they have left, the owner of its team. */
  answeredBy: number
  expiresAt: number | null
}

/** A user in what is divided among all: what they do themselves, and what programs and apps do for which they answer. */
export const asSharer = (userId: number): string => `user ${userId}`

/**
 * Among whom shared resources are divided: by the person who answers for it, however many teams and tokens they
 * have. All tokens of a team together are as one, beside what people do there.
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
}

/** For operations that only a person can do: they mail their name, or need their password. */
export type UserRequest<A extends TeamAction = TeamAction> = TeamRequest<A, UserActor>

/** Programs may fill in a request from a variable that is empty. */
export const isProgram = (actor: Actor): boolean =>
  actor.kind === 'token' || actor.isProgram === true

/**
 * Who answers for what an actor does to others: a user, or the one who made the token. Null when that
 * account is gone or disabled.
 */
export const accountableUser = (actor: Actor): number | null =>
  actor.kind === 'user' ? actor.userId : actor.createdBy

/** For what names the user who caused it, such as an event. */
export const userIdOf = (actor: Actor): number | null =>
  actor.kind === 'user' ? actor.userId : null
