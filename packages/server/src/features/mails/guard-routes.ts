import {
  addGuardException,
  createGuard,
  deleteGuard,
  listGuardExceptions,
  listGuards,
  listViolations,
  removeGuardException,
  tryGuard,
  updateGuard,
} from '@mailstop/contract'
import { dataRoute, doneRoute, route, type Route } from '../../http/route.ts'
import type { Guards } from './judge/guards.ts'

export const guardRoutes = (guards: Guards): Route[] => [
  dataRoute(listGuards, (_input, { request }) => guards.list(request)),
  dataRoute(createGuard, ({ body }, { request }) => guards.create(request, body)),
  dataRoute(updateGuard, ({ params, body }, { request }) =>
    guards.update(request, params.guard, body),
  ),
  doneRoute(deleteGuard, 'Guard removed', ({ params }, { request }) =>
    guards.remove(request, params.guard),
  ),
  dataRoute(tryGuard, ({ body }, { request }) => guards.tryOut(request, body)),
  route(listViolations, ({ query }, { request }) => guards.violations(request, query)),
  doneRoute(addGuardException, 'Exception made', ({ params, body }, { request }) =>
    guards.except(request, params.guard, { mail: body.mail, isRight: true }),
  ),
  route(listGuardExceptions, ({ params, query }, { request }) =>
    guards.exceptions(request, params.guard, query.cursor),
  ),
  doneRoute(removeGuardException, 'Exception removed', ({ params }, { request }) =>
    guards.except(request, params.guard, { mail: params.mail, isRight: false }),
  ),
]
