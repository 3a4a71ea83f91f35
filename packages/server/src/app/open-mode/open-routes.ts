import {
  getArchive,
  getCsrfCookie,
  getMailFile,
  getOpenApi,
  getInspectionRules,
  getOutgoingChecks,
  getPrivacy,
  getProfile,
  getSystemMail,
  getTerms,
  getToken,
  listDeliveries,
  listMailClients,
  listMembers,
  listRules,
  listTeams,
  matchRules,
  needsAccounts,
  stopMailByLink,
  type AnyEndpoint,
  type OpenTerms,
} from '@mailstop/contract'
import type { Route } from '../../http/route.ts'

/** Endpoints of no team that open mode serves. A new one is served once it is added here. */
const served: ReadonlySet<AnyEndpoint> = new Set<AnyEndpoint>([
  getArchive,
  getCsrfCookie,
  getMailFile,
  getOpenApi,
  getInspectionRules,
  getOutgoingChecks,
  getPrivacy,
  getProfile,
  getSystemMail,
  getTerms,
  getToken,
  listMailClients,
  listTeams,
  stopMailByLink,
])

/** Endpoints of a team that are about members and forwarding rules, which open mode does not have. */
const refused: ReadonlySet<AnyEndpoint> = new Set<AnyEndpoint>([
  listDeliveries,
  listMembers,
  listRules,
  matchRules,
])

function isServed(endpoint: AnyEndpoint, open: OpenTerms): boolean {
  if (endpoint.action === undefined) return served.has(endpoint)
  return !needsAccounts(endpoint.action, open) && !refused.has(endpoint)
}

/** Answers routes that need accounts as if they were not there, after the checks of all requests. */
export const openRoutes = (routes: Route[], open: OpenTerms): Route[] =>
  routes.map((route) => (isServed(route.endpoint, open) ? route : { ...route, isAbsent: true }))
