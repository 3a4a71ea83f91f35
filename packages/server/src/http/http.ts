import type { IncomingMessage } from 'node:http'
import fastifyCookie from '@fastify/cookie'
import fastifyHelmet from '@fastify/helmet'
import createFastify, { type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { AnyEndpoint, OpenTerms, TokenScope } from '@mailstop/contract'
import type { UserActor } from '../actor.ts'
import { notFound, Refusal } from '../errors.ts'
import { basePathOf } from '../lib/network/public-url.ts'
import { createSparingLog, type SparingLog } from '../lib/process/sparing-log.ts'
import { createSecureContexts, type Certificate } from '../lib/tls/certificate.ts'
import { methodsByPath, serveData } from './data/data-routes.ts'
import {
  answerBrokenRequest,
  limitBodyTime,
  limitUnreadBodies,
} from './connections/broken-request.ts'
import { claimOf } from './access/authorization.ts'
import { createClientAddress } from './access/client-address.ts'
import { limitConnections } from './connections/connection-limits.ts'
import { serveHttps } from './connections/https.ts'
import { listen } from './connections/listen.ts'
import { createCsrf } from './access/csrf.ts'
import { requireFreePath, stripBasePath, withoutPath } from './base-path.ts'
import { sendError } from './error-reply.ts'
import type { DropInGroup } from './drop-ins/drop-in.ts'
import { serveDropIns } from './drop-ins/drop-in-routes.ts'
import { serveFiles } from './files/file-routes.ts'
import {
  createGate,
  type CheckToken,
  type FindSession,
  type Gate,
  type OpenUser,
  type Program,
} from './access/gate.ts'
import { isHealth, serveHealth, type FailedChecks, type Impaired } from './health-routes.ts'
import type { HostPattern } from '../lib/network/host-names.ts'
import { createHosts } from './access/hosts.ts'
import { acceptJsonBodies } from './data/request-bodies.ts'
import { createKnownPaths, longestParameter } from './known-paths.ts'
import { metricsPath, serveMetrics, type Metrics } from './metrics-route.ts'
import { serveRedirects } from './redirect-routes.ts'
import { isFileRoute, isRedirectRoute, type DataRoute, type Route } from './route.ts'
import { permissionsPolicy, securityHeaders } from './security-headers.ts'
import { createSessionCookies, type SessionCookies } from './access/session-cookies.ts'
import type { ReplyShares } from './files/reply-room.ts'
import type { UploadPace } from './data/upload-chunks.ts'
import type { UploadShares } from './data/upload-slot.ts'
import {
  createPage,
  isPageRequest,
  isRead,
  serveBuild,
  type Instance,
  type PageSignIn,
} from './web-app.ts'

export type HttpOptions = {
  /** Host to listen on (`listenAddresses`); every address of this machine when left out. */
  host?: string | null
  /** 0 takes any free port. */
  port: number
  /** A Unix socket to listen on in place of a port. */
  socketPath?: string | null
  /** Speaks HTTPS with this certificate, which may change; null: plain HTTP. */
  certificate?: (() => Certificate) | null
  /** The URL where browsers reach us: it decides host names, origins, paths and whether cookies are Secure. */
  publicUrl: URL
  /** Addresses whose X-Forwarded-For is believed. */
  trustedProxies: string[]
  routes: Route[]
  dropIns?: DropInGroup[]
  /** How long the client of a file may read nothing. */
  fileStallMs?: number
  uploadPace?: UploadPace
  shares: ReplyShares & UploadShares
  /** Folder of the built web app; null serves the API alone. */
  webRoot: string | null
  /** Named by the page and by the manifest of the web app. */
  instance?: Instance | null
  signIn?: PageSignIn | null
  findSession: FindSession
  checkToken: CheckToken
  /** In a workflow tokens are constants and no secrets. */
  isCi?: boolean
  /** Names of this server in open mode that are as good as its own. */
  openHosts?: readonly HostPattern[]
  /** The user as whom everybody acts in open mode. */
  openUser?: OpenUser | null
  openTerms?: OpenTerms
  csrfKey: Uint8Array
  /** Whether a url is one of websockets; the code that attaches to `server` answers them. */
  isUpgrade?: (url: string) => boolean
  /** Served to clients with its token; without it there are no metrics. */
  metrics?: Metrics
  /** Counts each request of a token, with the scope of its endpoint. */
  countTokenRequest?: (scope: string, status: number) => void
  /** Served to anyone as `/livez` and `/readyz`. */
  failedChecks?: FailedChecks
  impaired?: Impaired
  /** The roles of this process, which `/readyz` names. */
  roles?: readonly string[]
  log: Logger
}

/** The default limit; the API's routes have limits of their own. */
const bodyLimit = 1_024
declare module 'fastify' {
  interface FastifyContextConfig {
    /** Uploads may last as long as bytes come. */
    takesItsTime?: boolean
    /** Set on routes of the contract. */
    endpoint?: AnyEndpoint
  }
}

const requestTimeoutMs = 30_000
const stopGraceMs = 5_000

/**
 * The HTTP side: checks who asks and what they send before a route's operation runs, and what it
 * replies before it leaves. It owns the session and CSRF cookies, and knows no feature.
 */
export function createHttp(options: HttpOptions) {
  const { publicUrl, findSession, checkToken, openUser = null, isUpgrade, log } = options
  const { openTerms = { canForward: false } } = options
  const { isCi = false } = options
  const hosts = createHosts(publicUrl, options.openHosts)
  const secure = publicUrl.protocol === 'https:'
  const basePath = basePathOf(publicUrl)
  const withoutBase = withoutPath(basePath)
  const cookies = createSessionCookies({ secure, basePath, csrf: createCsrf(options.csrfKey) })
  const clientAddress = createClientAddress(options.trustedProxies)
  const gate = createGate({
    hosts,
    cookies,
    findSession,
    checkToken,
    clientAddress,
    openUser,
    openTerms,
    hasSecretTokens: !isCi,
  })
  const say = createSparingLog(log)
  const fastify = createFastify({
    bodyLimit,
    requestTimeout: 0,
    // Requests on open connections while stopping are answered like all others.
    return503OnClosing: false,
    // The client's address is the only thing taken from what proxies forward (`client-address.ts`).
    trustProxy: false,
    routerOptions: { maxParamLength: longestParameter },
    // Without these, Fastify loads a validator and a serializer that no route asks for.
    schemaController: {
      compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas },
    },
    // Declines other upgrades, such as HTTP/2 in plain text, by answering as if none was requested.
    http: { shouldUpgradeCallback: ({ url = '' }) => isUpgrade?.(withoutBase(url)) ?? false },
    frameworkErrors: (error, request, reply) => void sendError(error, { log, say, request, reply }),
    clientErrorHandler: answerBrokenRequest,
  })
  fastify.server.headersTimeout = requestTimeoutMs
  limitUnreadBodies(fastify.server, requestTimeoutMs)
  const connections = limitConnections(fastify.server, { clientAddress, isHealth })
  const https = options.certificate
    ? serveHttps(fastify.server, {
        secureContext: createSecureContexts(options.certificate),
        publicUrl,
        say,
      })
    : null
  const served: string[] = []
  fastify.addHook('onRoute', ({ method, url }) => {
    served.push(...[method].flat().map((each) => `${each} ${url}`))
  })
  assemble(fastify, options, { gate, cookies, clientAddress, say })
  let closeSecond: () => void = () => {}

  return {
    server: fastify.server,
    /** The routes once it has started: methods and paths in Fastify's notation. */
    routes: (): string[] => served,
    async start(): Promise<{ port: number }> {
      await fastify.ready()
      requireFreePath(basePath, served)
      stripBasePath(fastify.server, basePath)
      const listening = await listen(fastify, options)
      closeSecond = listening.closeSecond
      return { port: listening.port }
    },
    /** Stops listening, lets requests in flight finish for a while, then closes. */
    async stop(): Promise<void> {
      closeSecond()
      https?.stop()
      const deadline = setTimeout(() => fastify.server.closeAllConnections(), stopGraceMs)
      await fastify.close().finally(() => clearTimeout(deadline))
    },
    /** Authenticates who opens a websocket: null unless it comes from our own page with a living session. */
    async actorOf(request: IncomingMessage): Promise<UserActor | null> {
      const jar = fastify.parseCookie(request.headers.cookie ?? '')
      const actor = gate.upgradeAllowed(request) ? await gate.actorOf(request, jar) : null
      if (actor) connections.isLive(request.socket)
      return actor
    },
    /** Authenticates who opens a websocket of another tool's API, or calls it; throws a refusal. */
    admitProgram: gate.admitProgram,
    /** Filters handshakes first, by host and origin alone. */
    upgradeAllowed: gate.upgradeAllowed,
    /** Authenticates who opens a websocket of another tool's API; refuses where this is not allowed. */
    async admitSocket(request: IncomingMessage, scope: TokenScope): Promise<Program> {
      const program = await gate.admitSocket(request, scope)
      connections.isLive(request.socket)
      return program
    },
    clientAddress,
  }
}

/** Endpoints of the contract are validated in `data/data-routes.ts`. */
function noSchemas(): never {
  throw new Error('A route has a schema of Fastify')
}

type Parts = {
  gate: Gate
  cookies: SessionCookies
  clientAddress: ReturnType<typeof createClientAddress>
  say: SparingLog
}

function assemble(fastify: FastifyInstance, options: HttpOptions, parts: Parts): void {
  const { gate, cookies, clientAddress, say } = parts
  const {
    routes,
    webRoot,
    instance = null,
    signIn = null,
    metrics,
    failedChecks,
    impaired = () => [],
    countTokenRequest,
    shares,
    log,
  } = options
  const basePath = basePathOf(options.publicUrl)
  const stall = options.fileStallMs === undefined ? {} : { stallMs: options.fileStallMs }
  fastify.decorateRequest('actor', null)
  fastify.decorateRequest('clientAddress', {
    getter() {
      return clientAddress(this.raw)
    },
  })
  fastify.register(fastifyHelmet, securityHeaders(options.publicUrl))
  fastify.register(fastifyCookie)
  if (webRoot !== null) serveBuild(fastify, webRoot, { instance, basePath })
  const sendPage = webRoot === null ? null : createPage(webRoot, { instance, signIn, basePath })
  const known = createKnownPaths()

  // Waits for the plugins, whose headers and cookies every refusal needs as well.
  fastify.after(() => {
    acceptJsonBodies(fastify)
    fastify.addHook('onRequest', async (request, reply) => {
      reply.header('permissions-policy', permissionsPolicy)
      const { url, config } = request.routeOptions
      // A scraper may use any host name of this server; its token is the proof.
      gate.checkHost(request, { anyName: url === metricsPath || config.isHealth === true })
      if (!config.takesItsTime) limitBodyTime(request.raw, requestTimeoutMs)
      if (request.is404) return known.answerOf(request.url)?.(request, reply)
    })
    fastify.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
      const { method, routeOptions } = request
      if (routeOptions.config.isHealth) return
      const { endpoint, dropIn } = routeOptions.config
      const scope = dropIn ? (dropIn.scope ?? 'any') : endpoint && (endpoint.scope ?? 'none')
      if (countTokenRequest && scope && claimOf(request.headers)?.kind === 'token') {
        countTokenRequest(scope, statusCode)
      }
      log.debug({ method, route: routeOptions.url, status: statusCode, ms: elapsedTime }, 'request')
    })
    if (basePath !== '') {
      fastify.addHook('onSend', async (_request, reply) => {
        const to = reply.getHeader('location')
        if (typeof to === 'string' && to.startsWith('/')) reply.header('location', basePath + to)
      })
    }
    fastify.setErrorHandler((error, request, reply) =>
      sendError(error, { log, say, request, reply }),
    )
    const serving = { gate, cookies, shares }
    const isData = (route: Route): route is DataRoute =>
      !isFileRoute(route) && !isRedirectRoute(route)
    serveData(fastify, routes.filter(isData), { ...serving, pace: options.uploadPace })
    serveFiles(fastify, { routes: routes.filter(isFileRoute), ...serving, ...stall })
    serveRedirects(fastify, routes.filter(isRedirectRoute), serving)
    const logs = { log, say }
    serveDropIns(fastify, options.dropIns ?? [], { gate, shares, known, logs, sendPage })
    if (metrics) serveMetrics(fastify, metrics)
    if (failedChecks) serveHealth(fastify, failedChecks, { impaired, roles: options.roles })
    for (const [path, allowed] of methodsByPath(routes)) {
      known.add(path, (request, reply) => {
        if (sendPage && isPageRequest(request)) return undefined
        reply.header('allow', allowed.join(', '))
        throw new Refusal('method_not_allowed')
      })
    }
    fastify.setNotFoundHandler(async (request, reply) => {
      const clean = withoutRepeatedSlashes(request.url)
      // Clients repeat other methods unchanged only for 308 (RFC 9110 section 15.4.9).
      if (clean !== null) return reply.redirect(clean, isRead(request) ? 301 : 308)
      if (sendPage && isPageRequest(request)) return sendPage(reply)
      throw notFound()
    })
  })
}

/** The paths that programs of other tools call. A redirect to one of them cannot lead to another host. */
const programPath =
  /^\/(?:(?:mailpit|mailhog|mailosaur|mailcatcher|maildev)\/)?(?:api|view|messages|email|livez|readyz)(?:[/?]|$)/

/**
 * A base address that ends in a slash, joined with a path that begins with one, makes two. The servers that
 * these programs were written for redirect to the path with one. Null where there is nothing to redirect.
 */
function withoutRepeatedSlashes(url: string): string | null {
  const [path = '', ...query] = url.split('?')
  const clean = path.replaceAll(/\/{2,}/g, '/')
  if (clean === path || !programPath.test(clean)) return null
  return [clean, ...query].join('?')
}
