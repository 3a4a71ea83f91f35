import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  actionOf,
  needsAccounts,
  type AnyEndpoint,
  type OpenTerms,
  type TokenScope,
} from '@mailstop/contract'
import type { Actor, TokenActor, UserActor } from '../../actor.ts'
import { badToken, forbidden, missingScope, notFound, Refusal, signedOut } from '../../errors.ts'
import { clientGroup } from '../../lib/network/client-group.ts'
import { claimOf, type Claim } from './authorization.ts'
import { namesTwoHosts, type Hosts } from './hosts.ts'
import type { CookieJar, SessionCookies } from './session-cookies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the gate before a route's handler runs. */
    actor: Actor | null
  }
}

/** An empty token is often an unset variable of the program: the refusal says so. */
const noToken =
  'This call needs an API token, and none was sent. Make one under Integrations › API tokens.'

/** Returns who asks with a token; refuses a request without one. */
export type CheckToken = (
  token: string,
  client: { address: string; userAgent: string },
) => Promise<TokenActor>

export type OpenUser = { userId: number; onlyTeam: number }

/**
 * An actor and its one team. `isMeant`: a program or a page of ours asks, and no page of another site caused the
 * request; a GET that changes something has to know that.
 */
export type Program = { actor: Actor; teamId: number; isMeant: boolean }

export type FindSession = (token: string) => Promise<UserActor | null>

/** Decides, before a body is read, whether a request may reach a route at all. */
export type Gate = ReturnType<typeof createGate>

type GateDeps = {
  hosts: Hosts
  cookies: SessionCookies
  findSession: FindSession
  checkToken: CheckToken
  clientAddress: (request: IncomingMessage) => string
  /** The user as whom everybody acts in open mode, in one team; null: sessions decide. */
  openUser: OpenUser | null
  openTerms: OpenTerms
  /** Whether tokens are secret. The constant of a workflow is not. */
  hasSecretTokens: boolean
}

export function createGate(deps: GateDeps) {
  const { hosts, cookies, findSession, checkToken, clientAddress, openUser, openTerms } = deps
  const { hasSecretTokens } = deps

  /**
   * Checks first, for every path, that the request is for this host. A request with a secret token may use any name
   * of this server. It acts for the token alone: a page under a name of its own has no token to send. Anybody may
   * know the constant of a workflow, and a page whose name was rebound to us looks like a program: there the
   * name decides, with and without a token.
   */
  function checkHost({ raw, host, headers }: FastifyRequest, { anyName = false } = {}): void {
    if (namesTwoHosts(raw)) throw new Refusal('bad_request')
    if (anyName || hosts.hostAllowed(host)) return
    const claim = claimOf(headers)
    if (claim?.kind === 'token' && hasSecretTokens) return
    throw claim && hasSecretTokens ? badToken() : hosts.wrongHost(host)
  }

  /** Checks a websocket likewise, which no page of another site may open; programs name no origin. */
  function upgradeAllowed(request: IncomingMessage): boolean {
    const { host, origin } = request.headers
    if (namesTwoHosts(request) || !hosts.hostAllowed(host)) return false
    return hosts.originAllowed(origin, host)
  }

  /** A page of another site may not change anything. */
  function checkOrigin({ headers, host }: FastifyRequest): void {
    if (!hosts.originAllowed(headers.origin, host)) throw forbidden()
  }

  /**
   * Whether no page of another site caused a request. In open mode no cookie proves it: the cookies of a host are
   * sent to all its ports, and SameSite takes another port for the same site. So a page at another port is refused by
   * its Origin, or by Sec-Fetch-Site where a browser sends no Origin. `none` means that a user typed or chose the
   * address.
   */
  function isFromOwnPage({ headers }: IncomingMessage): boolean {
    const site = headers['sec-fetch-site']
    const isOwnSite = site === undefined || site === 'same-origin' || site === 'none'
    return isOwnSite && hosts.originAllowed(headers.origin, headers.host)
  }

  /** Proves the same: over plain HTTP, browsers say where a request comes from only to a loopback address. */
  function isKnownAsOwnPage(request: IncomingMessage): boolean {
    return request.headers['sec-fetch-site'] !== undefined && isFromOwnPage(request)
  }

  /**
   * Says whether a request in open mode comes from a program: browsers send Origin with every change, and cookies to
   * our own pages. Nothing proves more of a program, and it needs no CSRF token, as a page of another site cannot be
   * one.
   */
  function isOpenToProgram({ headers }: IncomingMessage): boolean {
    const { origin, cookie, 'sec-fetch-site': site } = headers
    return openUser !== null && [origin, cookie, site].every((header) => header === undefined)
  }

  /** Finds who asks by the cookies; null for pages of other sites in open mode. */
  async function actorOf(request: IncomingMessage, jar: CookieJar): Promise<UserActor | null> {
    if (openUser !== null) {
      const sharesAs = clientGroup(clientAddress(request))
      const actor: UserActor = { kind: 'user', ...openUser, sessionId: 'open', verified: true }
      const program = isOpenToProgram(request) && { isProgram: true as const }
      return isFromOwnPage(request) ? { ...actor, ...program, sharesAs } : null
    }
    const token = cookies.sessionToken(jar)
    return token ? findSession(token) : null
  }

  /** A browser sends Basic by itself, also for pages of other sites. */
  async function tokenActor(
    claim: Claim & { kind: 'token' },
    request: IncomingMessage,
  ): Promise<TokenActor> {
    if (claim.byBrowser && !isFromOwnPage(request)) throw forbidden()
    const userAgent = request.headers['user-agent'] ?? ''
    return checkToken(claim.token, { address: clientAddress(request), userAgent })
  }

  /**
   * Authenticates a request to a drop-in API: a program with a token, or in open mode any client but a page of another
   * site. Cookies count for nothing, so there is no CSRF. With a `scope` of null, any token will do.
   */
  async function admitProgram(
    request: IncomingMessage,
    scope: TokenScope | null,
    { refusesOtherSites = false } = {},
  ): Promise<Program> {
    if (refusesOtherSites && !isFromOwnPage(request)) throw forbidden()
    const claim = claimOf(request.headers)
    const isAbsent =
      openUser !== null && scope !== null && needsAccounts(actionOf(scope), openTerms)
    if (claim?.kind !== 'token') {
      if (openUser === null) throw badToken(noToken)
      const actor = await actorOf(request, {})
      if (actor === null || isAbsent) throw forbidden()
      return { actor, teamId: openUser.onlyTeam, isMeant: isKnownAsOwnPage(request) }
    }
    const actor = await tokenActor(claim, request)
    if (isAbsent) throw forbidden()
    requireScope({ scope: scope ?? 'any' }, actor)
    const isMeant = !claim.byBrowser || isKnownAsOwnPage(request) || !isBrowser(request)
    return { actor, teamId: actor.teamId, isMeant }
  }

  /** Does the same for a websocket. A page of another site could open one with a token of its own choosing. */
  async function admitSocket(request: IncomingMessage, scope: TokenScope): Promise<Program> {
    if (namesTwoHosts(request)) throw new Refusal('bad_request')
    const provesItself = hasSecretTokens && claimOf(request.headers)?.kind === 'token'
    const { host } = request.headers
    if (!provesItself && !hosts.hostAllowed(host)) throw hosts.wrongHost(host)
    if (!isFromOwnPage(request)) throw forbidden()
    return admitProgram(request, scope)
  }

  async function admit(
    endpoint: Pick<AnyEndpoint, 'kind' | 'method' | 'access' | 'scope'>,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const claim = claimOf(request.headers)
    if (claim?.kind === 'token') {
      const actor = await tokenActor(claim, request.raw)
      request.actor = actor
      requireScope(endpoint, actor)
      return
    }
    // A token that is not ours counts as none, and the refusal of a request that needs one says so.
    const refusal = claim || endpoint.access === 'token' ? badToken : signedOut
    const isUnsafe = endpoint.method !== 'GET'
    if (isUnsafe) checkOrigin(request)
    // The link is the proof.
    if (endpoint.kind === 'one-click') return
    request.actor = await actorOf(request.raw, request.cookies)
    admitUser(endpoint, request.actor, refusal)
    // A file opens in a tab of its own, and leaves the cookies of the others alone.
    if (endpoint.kind === 'file') return
    if (!isUnsafe) cookies.renewCsrfIfStale(request, reply)
    else if (!isOpenToProgram(request.raw) && !cookies.csrfReturned(request)) {
      throw new Refusal('csrf')
    }
  }

  return { checkHost, upgradeAllowed, checkOrigin, actorOf, admit, admitProgram, admitSocket }
}

/** All browsers send this name, and a page of another site cannot change it in a request without CORS. */
const isBrowser = ({ headers }: IncomingMessage) =>
  headers['user-agent']?.startsWith('Mozilla/') ?? false

function admitUser(
  { access }: Pick<AnyEndpoint, 'access'>,
  actor: UserActor | null,
  refusal: () => Refusal,
): void {
  if (access === 'public') return
  if (!actor || access === 'token') throw refusal()
  if (access === 'operator' && !(actor.verified && actor.operator)) throw notFound()
  if (access === 'verified' && !actor.verified) throw new Refusal('unverified')
}

type Scoped = Pick<AnyEndpoint, 'scope' | 'showsMail'>

function requireScope({ scope, showsMail }: Scoped, { scopes }: TokenActor): void {
  if (scope === undefined) throw missingScope()
  if (scope !== 'any' && !scopes.includes(scope)) throw missingScope(scope)
  if (showsMail && !scopes.includes('mail:read')) throw missingScope('mail:read')
}
