import type { TeamAction } from '@mailstop/contract'
import type { UserRequest } from '../../actor.ts'
import { conflict, Refusal } from '../../errors.ts'
import type { Features } from '../features.ts'

/**
 * The team that a text names: its id, or a name that no other team has. The operator acts in the name of
 * the team's owner, so that the rules for owners hold: a personal team cannot be deleted, for example.
 */
export async function namedTeam<A extends TeamAction>(
  teams: Pick<Features['teams'], 'listAll'>,
  text: string,
  action: A,
): Promise<UserRequest<A> & { name: string }> {
  const found = await teams.listAll(text)
  const byId = found.find(({ id }) => String(id) === text)
  const named = byId ? [byId] : found
  const [team, another] = named
  if (!team) throw new Refusal('not_found', { message: `There is no team ${text}.` })
  if (another) {
    const ids = named.map(({ id }) => id).join(', ')
    throw conflict(`Several teams are called ${text}. Name one by its id: ${ids}.`)
  }
  const actor = { kind: 'user', userId: team.owner_id, sessionId: '', verified: true } as const
  return { actor, action, teamId: team.id, name: team.name }
}
