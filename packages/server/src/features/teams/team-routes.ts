import { listTeams } from '@mailstop/contract'
import { route, type Route } from '../../http/route.ts'
import type { Teams } from './teams.ts'

export function teamRoutes(teams: Teams): Route[] {
  return [
    route(listTeams, async (_input, { caller }) => ({ data: await teams.listFor(caller.userId) })),
  ]
}
