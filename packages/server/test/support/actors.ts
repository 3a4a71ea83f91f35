import type { TeamAction } from '@mailstop/contract'
import type { TokenActor, UserActor, UserRequest } from '../../src/actor.ts'

/** A user as a session that was never stored names them. */
export const userActor = (userId: number): UserActor => ({
  kind: 'user',
  userId,
  sessionId: `of ${userId}`,
  verified: true,
})

/** A token of a whole team that reads mail and does not end. */
export const tokenActor = (change: Partial<TokenActor> = {}): TokenActor => ({
  kind: 'token',
  tokenId: 5,
  teamId: 7,
  scopes: ['mail:read'],
  createdBy: 1,
  answeredBy: 1,
  inbox: null,
  expiresAt: null,
  ...change,
})

export const requestBy = <A extends TeamAction>(
  { kind, userId, sessionId, verified }: UserActor,
  teamId: number,
  action: A,
): UserRequest<A> => ({ actor: { kind, userId, sessionId, verified }, action, teamId })

/** A request that every operation takes, for tests whose `permit` does not look at the action. */
export const anyRequest = (userId: number, teamId: number): UserRequest<never> =>
  requestBy(userActor(userId), teamId, 'read_mail' as never)
