import {
  createTeam,
  deleteTeam,
  handOverTeam,
  leaveTeam,
  listMembers,
  listTeams,
  removeMember,
  renameTeam,
} from '@mailstop/contract'
import { dataRoute, doneRoute, route, type Route } from '../../http/route.ts'
import type { Teams } from './teams.ts'

export function teamRoutes(teams: Teams): Route[] {
  return [
    dataRoute(listTeams, (_input, { actor }) => teams.listFor(actor.userId)),
    dataRoute(createTeam, ({ body }, { actor }) => teams.create(actor.userId, body.name)),
    dataRoute(renameTeam, ({ body }, { request }) => teams.rename(request, body.name)),
    doneRoute(deleteTeam, 'Team deleted', ({ body }, { request }) =>
      teams.remove(request, body.password),
    ),
    doneRoute(leaveTeam, 'You have left the team', ({ query }, { request }) =>
      teams.leave(request, { revoke: query.tokens === 'revoke' }),
    ),
    dataRoute(handOverTeam, ({ body }, { request }) =>
      teams.handOver(request, body.user, body.password),
    ),
    dataRoute(listMembers, (_input, { request }) => teams.listMembers(request)),
    route(removeMember, async ({ params, query }, { request }) => {
      const rotate = query.credentials === 'rotate'
      const revoke = query.tokens === 'revoke'
      await teams.removeMember(request, params.user, { rotate, revoke })
      return { message: 'Member removed' }
    }),
  ]
}
