import {
  disableUser,
  enableUser,
  endUserSessions,
  getOverview,
  getUser,
  limitTeam,
  listActs,
  listAllTeams,
  listSettings,
  listUsers,
  removeTeam,
  removeUser,
  resumeTeam,
  sendResetLink,
  suspendTeam,
} from '@mailstop/contract'
import { dataRoute, route, type Route } from '../../http/route.ts'
import type { Operator } from './operator.ts'

/** Without a relay a link is printed and kept in the data folder, and is mailed to no address. */
export function operatorRoutes(operator: Operator, relay: boolean): Route[] {
  const { people, teams } = operator
  return [
    dataRoute(getOverview, () => operator.overview()),
    route(listUsers, ({ query }) => people.list(query)),
    dataRoute(getUser, ({ params }) => people.get(params.user)),
    route(disableUser, async ({ params }, { actor }) => {
      await people.disable(actor, params.user)
      return { message: 'Account disabled' }
    }),
    route(enableUser, async ({ params }, { actor }) => {
      await people.enable(actor, params.user)
      return { message: 'Account enabled' }
    }),
    route(endUserSessions, async ({ params }, { actor }) => {
      await people.endSessions(actor, params.user)
      return { message: 'Sessions ended' }
    }),
    route(sendResetLink, async ({ params }, { actor }) => {
      await people.sendResetLink(actor, params.user)
      return {
        message: relay
          ? 'Password reset link sent'
          : 'This server sends no mail: the reset link is on its terminal and under system-mail',
      }
    }),
    route(removeUser, async ({ params, body }, { actor }) => {
      await people.remove(actor, params.user, body.password)
      return { message: 'Account deleted' }
    }),
    route(listAllTeams, ({ query }) => teams.list(query)),
    route(limitTeam, async ({ params, body }, { actor }) => {
      await teams.limit(actor, params.team, body)
      return { message: 'Limits saved' }
    }),
    route(suspendTeam, async ({ params }, { actor }) => {
      await teams.suspend(actor, params.team)
      return { message: 'Team suspended' }
    }),
    route(resumeTeam, async ({ params }, { actor }) => {
      await teams.resume(actor, params.team)
      return { message: 'Team resumed' }
    }),
    route(removeTeam, async ({ params, body }, { actor }) => {
      await teams.remove(actor, params.team, body.password)
      return { message: 'Team deleted' }
    }),
    dataRoute(listSettings, () => operator.settings()),
    route(listActs, ({ query }) => operator.acts(query.cursor)),
  ]
}
