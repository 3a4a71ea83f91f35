import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '@mailstop/contract'
import type { UserActor } from '../actor.ts'
import { forbidden, notFound, Refusal, signedOut } from '../errors.ts'
import { clientGroup } from '../lib/client-group.ts'
import { namesTwoHosts, type Hosts } from './hosts.ts'
import type { CookieJar, SessionCookies } from './session-cookies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the gate before a route's handler runs. */
    actor: UserActor | null
  }
}

export type FindSession = (token: string) => Promise<UserActor | null>

/** Decides, before a body is read, whether a request may reach a route at all. */
export type Gate = ReturnType<typeof createGate>

type GateDeps = {
  hosts: Hosts
  cookies: SessionCookies
  findSession: FindSession
  clientAddress: (request: IncomingMessage) => string
  /** In open mode, the user as whom everybody acts; null: sessions decide. */
  openUser: number | null
}

export function createGate({ hosts, cookies, findSession, clientAddress, openUser }: GateDeps) {
  /** First of all, for every path: is the request for this host? */
  function checkHost({ raw, host }: FastifyRequest, { anyName = false } = {}): void {
    if (namesTwoHosts(raw)) throw new Refusal('bad_request')
    if (!anyName && !hosts.hostAllowed(host)) throw new Refusal('wrong_host')
  }

  /** The same for a websocket, which no page of another site may open; programs name no origin. */
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
   * Whether no page of another site caused a request. In open mode no cookie proves it: the cookies of a
   * host are sent to all its ports, and SameSite takes another port for the same site. So a page at another
   * port is refused by its Origin, or by Sec-Fetch-Site where a browser sends no Origin. What `none` stands
   * for, a user typed or chose.
   */
  function isFromOwnPage({ headers }: IncomingMessage): boolean {
    const site = headers['sec-fetch-site']
    const isOwnSite = site === undefined || site === 'same-origin' || site === 'none'
    return isOwnSite && hosts.originAllowed(headers.origin, headers.host)
  }

  /** Who asks, by the jar of cookies; for pages of other sites in open mode nobody. */
  async function actorOf(request: IncomingMessage, jar: CookieJar): Promise<UserActor | null> {
    if (openUser !== null) {
      const sharesAs = clientGroup(clientAddress(request))
      const actor: UserActor = { kind: 'user', userId: openUser, sessionId: 'open', verified: true }
      return isFromOwnPage(request) ? { ...actor, sharesAs } : null
    }
    const token = cookies.sessionToken(jar)
    return token ? findSession(token) : null
  }

  async function identify(request: FastifyRequest): Promise<void> {
    request.actor = await actorOf(request.raw, request.cookies)
  }

  async function admit(
    endpoint: Pick<Endpoint, 'method' | 'access'>,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const isUnsafe = endpoint.method !== 'GET'
    if (isUnsafe) checkOrigin(request)
    await identify(request)
    if (endpoint.access !== 'public' && !request.actor) throw signedOut()
    if (endpoint.access === 'operator' && !isOperator(request.actor)) throw notFound()
    if (endpoint.access === 'verified' && !request.actor?.verified) throw new Refusal('unverified')
    if (!isUnsafe) cookies.renewCsrfIfStale(request, reply)
    else if (!cookies.csrfReturned(request)) throw new Refusal('csrf')
  }

  return { checkHost, upgradeAllowed, checkOrigin, actorOf, identify, admit }
}

const isOperator = (actor: UserActor | null): boolean =>
  actor?.verified === true && actor.operator === true
