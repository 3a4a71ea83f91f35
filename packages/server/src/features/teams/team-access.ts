import {
  isAllowed,
  needsSharedTeam,
  scopeOf,
  scopesAllow,
  type SharedTeamAction,
  type TeamAction,
} from '@mailstop/contract'
import { inboxOf, type TeamRequest, type TokenActor } from '../../actor.ts'
import type { Sql } from '../../db/database.ts'
import { badToken, conflict, forbidden, missingScope, notFound } from '../../errors.ts'
import { membershipOf, teamOfToken } from './member-store.ts'

/**
 * Decides whether an actor may do something in a team: the one check of permission in the product. It
 * refuses as not found an actor who does not belong to the team, as forbidden an action that the role
 * does not allow, and as a conflict what cannot be done to a personal team.
 *
 * An operation that has to decide on what is true when it commits holds the team and asks in its
 * transaction.
 *
 * A request that reaches one inbox alone is refused by every operation that does not say that it keeps to it
 * (`inboxOf`), so none can forget to.
 */
export type Permit = typeof permit

export async function permit(
  sql: Sql,
  request: TeamRequest,
  { keepsToInbox = false } = {},
): Promise<{ name: string }> {
  const { actor, action, teamId } = request
  if (actor.kind === 'token') {
    const team = await permitToken(sql, actor, action, teamId)
    const { inbox = actor.inbox } = request
    if (actor.inbox !== null && actor.inbox !== inbox) throw notFound()
    if (!keepsToInbox) requireWholeTeam(request)
    return team
  }
  const membership = await membershipOf(sql, teamId, actor.userId)
  if (!membership) throw notFound()
  const { role, type, name, disabled_at } = membership
  // The sessions are gone, but a request that they began, such as an export, asks again and ends here. A command acts
  // in the name of an owner, without a session.
  if (disabled_at !== null && actor.kind === 'user' && actor.sessionId !== '') throw notFound()
  if (!isAllowed(role, action)) {
    throw forbidden(
      action === 'leave' ? 'You own this team. Hand it over or delete it instead.' : undefined,
    )
  }
  if (type === 'personal' && needsSharedTeam(action)) throw conflict(personalTeamRefusals[action])
  if (!keepsToInbox) requireWholeTeam(request)
  return { name }
}

function requireWholeTeam(request: TeamRequest): void {
  if (inboxOf(request) !== null) throw forbidden('A token of one inbox cannot do this.')
}

/** An ended token is refused as such; what its scopes do not allow is refused before. */
async function permitToken(
  sql: Sql,
  { tokenId, teamId, scopes }: TokenActor,
  action: TeamAction,
  asked: number,
): Promise<{ name: string }> {
  if (teamId !== asked) throw notFound()
  if (!scopesAllow(scopes, action)) throw missingScope(scopeOf(action))
  const team = await teamOfToken(sql, tokenId)
  if (!team) throw badToken()
  return team
}

const personalTeamRefusals: Record<SharedTeamAction, string> = {
  delete: 'A personal team cannot be deleted. It goes with the account.',
  hand_over: 'A personal team cannot be transferred. It belongs to its account.',
}
