import { isAllowed, needsSharedTeam, type SharedTeamAction } from '@mailstop/contract'
import type { TeamRequest } from '../../actor.ts'
import type { Sql } from '../../db/database.ts'
import { conflict, forbidden, notFound } from '../../errors.ts'
import { membershipOf } from './member-store.ts'

/**
 * Decides whether an actor may do something in a team: the one check of permission in the product. It
 * refuses as not found an actor who does not belong to the team, as forbidden an action that the role
 * does not allow, and as a conflict what cannot be done to a personal team.
 *
 * An operation that has to decide on what is true when it commits holds the team and asks in its
 * transaction.
 */
export type Permit = typeof permit

export async function permit(
  sql: Sql,
  { actor, action, teamId }: TeamRequest,
): Promise<{ name: string }> {
  // A token opens no team until there is a store that says which tokens have not ended.
  const membership =
    actor.kind === 'user' ? await membershipOf(sql, teamId, actor.userId) : undefined
  if (!membership) throw notFound()
  const { role, type, name, disabled_at } = membership
  // The sessions are gone, but what they have begun, such as an export, asks again and ends here. A command acts
  // in the name of an owner, without a session.
  if (disabled_at !== null && actor.kind === 'user' && actor.sessionId !== '') throw notFound()
  if (!isAllowed(role, action)) {
    throw forbidden(
      action === 'leave' ? 'You own this team. Hand it over or delete it instead.' : undefined,
    )
  }
  if (type === 'personal' && needsSharedTeam(action)) throw conflict(personalTeamRefusals[action])
  return { name }
}

const personalTeamRefusals: Record<SharedTeamAction, string> = {
  delete: 'A personal team cannot be deleted. It goes with the account.',
  hand_over: 'A personal team cannot be transferred. It belongs to its account.',
}
