import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '@mailstop/contract'
import type { UserActor } from '../actor.ts'
import { forbidden, notFound, Refusal, signedOut } from '../errors.ts'
import { namesTwoHosts, type Hosts } from './hosts.ts'
import type { SessionCookies } from './session-cookies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the gate before a route's handler runs. */
    actor: UserActor | null
  }
}

export type FindSession = (token: string) => Promise<UserActor | null>

/** Decides, before a body is read, whether a request may reach a route at all. */
export type Gate = ReturnType<typeof createGate>

type GateDeps = { hosts: Hosts; cookies: SessionCookies; findSession: FindSession }

export function createGate({ hosts, cookies, findSession }: GateDeps) {
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

  async function identify(request: FastifyRequest): Promise<void> {
    const token = cookies.sessionToken(request.cookies)
    request.actor = token ? await findSession(token) : null
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

  return { checkHost, upgradeAllowed, checkOrigin, identify, admit }
}

const isOperator = (actor: UserActor | null): boolean =>
  actor?.verified === true && actor.operator === true
