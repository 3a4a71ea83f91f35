import { createToken, getToken, listTokens, revokeToken } from '@mailstop/contract'
import { dataRoute, doneRoute, type Route } from '../../http/route.ts'
import type { TokenManagement } from './token-management.ts'

export function apiTokenRoutes({ list, create, revoke, own }: TokenManagement): Route[] {
  return [
    dataRoute(listTokens, (_input, { request }) => list(request)),
    dataRoute(createToken, ({ body }, { request }) => create(request, body)),
    doneRoute(revokeToken, 'Token revoked', ({ params }, { request }) =>
      revoke(request, params.api_token),
    ),
    dataRoute(getToken, (_input, { actor }) => own(actor)),
  ]
}
