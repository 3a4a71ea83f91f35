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
import type { Teams } from './teams.ts'

export function teamRoutes(teams: Teams): Route[] {
  return [
    route(listTeams, async (_input, { actor }) => ({ data: await teams.listFor(actor.userId) })),
    route(createTeam, async ({ body }, { actor }) => ({
      data: await teams.create(actor.userId, body.name),
    })),
    route(renameTeam, async ({ body }, { request }) => ({
      data: await teams.rename(request, body.name),
    })),
    route(deleteTeam, async ({ body }, { request }) => {
      await teams.remove(request, body.password)
      return { message: 'Team deleted' }
    }),
    route(leaveTeam, async (_input, { request }) => {
      await teams.leave(request)
      return { message: 'You have left the team' }
    }),
    route(handOverTeam, async ({ body }, { request }) => ({
      data: await teams.handOver(request, body.user, body.password),
    })),
    route(listMembers, async (_input, { request }) => ({
      data: await teams.listMembers(request),
    })),
    route(removeMember, async ({ params, query }, { request }) => {
      const rotate = query.credentials === 'rotate'
      await teams.removeMember(request, params.user, { rotate })
      return { message: 'Member removed' }
    }),
  ]
}
