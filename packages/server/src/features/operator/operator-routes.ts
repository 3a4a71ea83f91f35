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
import { dataRoute, doneRoute, route, type Route } from '../../http/route.ts'
import type { Operator } from './operator.ts'

/** Without a relay a link is printed and kept in the data folder, and is mailed to no address. */
export function operatorRoutes(operator: Operator, relay: boolean): Route[] {
  const { people, teams } = operator
  return [
    dataRoute(getOverview, () => operator.overview()),
    route(listUsers, ({ query }) => people.list(query)),
    dataRoute(getUser, ({ params }) => people.get(params.user)),
    doneRoute(disableUser, 'Account disabled', ({ params }, { actor }) =>
      people.disable(actor, params.user),
    ),
    doneRoute(enableUser, 'Account enabled', ({ params }, { actor }) =>
      people.enable(actor, params.user),
    ),
    doneRoute(endUserSessions, 'Sessions ended', ({ params }, { actor }) =>
      people.endSessions(actor, params.user),
    ),
    route(sendResetLink, async ({ params }, { actor }) => {
      await people.sendResetLink(actor, params.user)
      return {
        message: relay
          ? 'Password reset link sent'
          : 'This server sends no mail: the reset link is on its terminal and under system-mail',
      }
    }),
    doneRoute(removeUser, 'Account deleted', ({ params, body }, { actor }) =>
      people.remove(actor, params.user, body.password),
    ),
    route(listAllTeams, ({ query }) => teams.list(query)),
    doneRoute(limitTeam, 'Limits saved', ({ params, body }, { actor }) =>
      teams.limit(actor, params.team, body),
    ),
    doneRoute(suspendTeam, 'Team suspended', ({ params }, { actor }) =>
      teams.suspend(actor, params.team),
    ),
    doneRoute(resumeTeam, 'Team resumed', ({ params }, { actor }) =>
      teams.resume(actor, params.team),
    ),
    doneRoute(removeTeam, 'Team deleted', ({ params, body }, { actor }) =>
      teams.remove(actor, params.team, body.password),
    ),
    dataRoute(listSettings, () => operator.settings()),
    route(listActs, ({ query }) => operator.acts(query.cursor)),
  ]
}
