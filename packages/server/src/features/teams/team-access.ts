import type { Sql } from '../../db/database.ts'
import { conflict, forbidden, notFound } from '../../errors.ts'
import type { Asker } from '../../lib/asker.ts'
import { membershipOf } from './member-store.ts'
import { isAllowed, refusalOfType, type Role, type TeamAction } from './team-rules.ts'

/**
 * Refuses as not found whoever is no member, as forbidden whom the role does not allow `action`, and
 * as a conflict what cannot be done to a team of this type.
 */
export async function permit(
  sql: Sql,
  { userId, teamId }: Asker,
  action: TeamAction,
): Promise<{ role: Role; name: string }> {
  const membership = await membershipOf(sql, teamId, userId)
  if (!membership) throw notFound()
  const { role, type, name } = membership
  if (!isAllowed(role, action)) {
    throw forbidden(
      action === 'leave' ? 'You own this team. Hand it over or delete it instead.' : undefined,
    )
  }
  const refusal = refusalOfType(type, action)
  if (refusal !== null) throw conflict(refusal)
  return { role, name }
}
