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
import { route, type Route } from '../../http/route.ts'
import { askerOf } from '../../lib/asker.ts'
import type { Teams } from './teams.ts'

export function teamRoutes(teams: Teams): Route[] {
  return [
    route(listTeams, async (_input, { caller }) => ({ data: await teams.listFor(caller.userId) })),
    route(createTeam, async ({ body }, { caller }) => ({
      data: await teams.create(caller.userId, body.name),
    })),
    route(renameTeam, async ({ params, body }, { caller }) => ({
      data: await teams.rename(askerOf(caller, params), body.name),
    })),
    route(deleteTeam, async ({ params, body }, { caller }) => {
      await teams.remove(askerOf(caller, params), body.password)
      return { message: 'Team deleted' }
    }),
    route(leaveTeam, async ({ params }, { caller }) => {
      await teams.leave(askerOf(caller, params))
      return { message: 'You have left the team' }
    }),
    route(handOverTeam, async ({ params, body }, { caller }) => ({
      data: await teams.handOver(askerOf(caller, params), body.user, body.password),
    })),
    route(listMembers, async ({ params }, { caller }) => ({
      data: await teams.listMembers(askerOf(caller, params)),
    })),
    route(removeMember, async ({ params, query }, { caller }) => {
      const rotate = query.credentials === 'rotate'
      await teams.removeMember(askerOf(caller, params), params.user, { rotate })
      return { message: 'Member removed' }
    }),
  ]
}
