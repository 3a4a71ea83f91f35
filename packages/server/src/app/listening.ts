import type { IncomingMessage } from 'node:http'
import type { Features } from './features.ts'
import {
  createHandshakeRefusal,
  eventPaths,
} from '../features/drop-ins/mailpit/events/handshake.ts'
import type { SmtpEndpoint } from '../features/teams/teams.ts'
import type { OpenUser } from '../features/accounts/registration/open-mode.ts'
import { createDropIns } from './drop-ins.ts'
import type { Infrastructure } from './infrastructure.ts'
import { createRoutes } from './routes.ts'
import { createHttp } from '../http/http.ts'
import { tokenRequestCounter } from '../http/token-metrics.ts'
import { createOpenMail } from './open-mode/open-mail.ts'
import { createWebBuild } from '../http/web-build.ts'
import { clientGroup } from '../lib/network/client-group.ts'
import type { SmtpPort } from '../lib/network/smtp-ports.ts'
import { createPlainSockets, isFor } from '../realtime/plain-sockets.ts'
import { createRealtime } from '../realtime/realtime.ts'
import { shownPorts } from './shown-ports.ts'
import { loadOrCreateCertificate, watchCertificate } from '../lib/tls/certificate.ts'
import type { Readiness } from './health/readiness.ts'
import { createReading, type Pop3 } from './reading.ts'
import { countPop3 } from '../pop3/pop3-metrics.ts'
import { createSmtp } from '../smtp/smtp.ts'
import { countSmtp, timeCatching } from '../smtp/smtp-metrics.ts'
import { stopTogether } from './health/stopping.ts'
import { createTeamDomains } from './open-mode/team-domains.ts'
import { firstInbox } from '../lib/first-inbox.ts'

type Smtp = ReturnType<typeof createSmtp>

const refusalReplies = { full: 'teamFull', suspended: 'teamSuspended' } as const

export async function createCatching(
  infrastructure: Infrastructure,
  features: Features,
  openUser: OpenUser | null,
): Promise<{ smtp: Smtp; pop3: Pop3 }> {
  const { config, limiter, metrics, log, now } = infrastructure
  const { credentials, intake, minuteCounts } = features
  const open = await createOpenMail({ ...infrastructure, ...features, openUser })
  const certificate = await loadOrCreateCertificate({
    dataDir: config.dataDir,
    hostname: config.smtpHost,
    log,
    ...config.smtpTls,
  })
  const smtp = createSmtp({
    host: config.listenHost,
    ports: config.smtpPorts,
    sockets: config.smtpSockets,
    proxies: config.smtpProxies,
    hostname: config.smtpHost,
    certificate,
    limits: config.smtpLimits,
    requiresTls: config.smtpRequiresTls,
    terms: features.mailTerms,
    lab: features.lab,
    authenticate: credentials.authenticate,
    ...(open && { open }),
    teamDomains: createTeamDomains({ ...infrastructure, ...features }),
    failures: {
      keep: features.smtpSessions.add,
      accountNamed: credentials.accountNamed,
      trustAdvice: () => adviceOnTrust(features.smtpEndpoint),
      async onlyAccount() {
        const id = await features.teams.onlyTeam()
        return id === null ? null : { id }
      },
    },
    refusalOf({ id, inbox = firstInbox, perMinute }) {
      const why = intake.refusalOf(id)
      if (why !== null) return refusalReplies[why]
      const isBusy = perMinute !== undefined && minuteCounts.fullFor(id, inbox, perMinute) !== null
      return isBusy ? 'inboxBusy' : null
    },
    shareAuthFailures: limiter.tally('smtp auth from client', 60 * 60_000),
    now,
    receive(mail) {
      const { id, inbox = firstInbox, perMinute } = mail.account
      if (perMinute !== undefined) minuteCounts.add(id, inbox, Infinity)
      return intake.receive(mail)
    },
    ...(metrics && { onStored: timeCatching(metrics) }),
    log,
  })
  if (metrics) countSmtp(metrics, smtp.stats)
  const pop3 = createReading(infrastructure, features, { openUser, open, smtp, certificate })
  if (metrics) countPop3(metrics, pop3.stats)
  return { smtp, pop3 }
}

/** The ports of this process; the SMTP port to use first comes first. */
export type OpenedPorts = {
  httpPort: number
  smtpPorts: readonly SmtpPort[]
  pop3Ports: readonly SmtpPort[]
}

type ListeningOptions = {
  smtp: Smtp | null
  pop3: Pop3 | null
  webRoot: string | null
  openUser: OpenUser | null
  readiness: Readiness
}

/**
 * The listeners. Without the role `http` no page and no API is served, but `/livez` and `/readyz` are, and `/metrics`
 * if there is a token for it. Every role receives messages of other processes.
 */
export function createListening(
  infrastructure: Infrastructure,
  features: Features,
  { smtp, pop3, webRoot, openUser, readiness }: ListeningOptions,
) {
  const { config, secrets, events, live, keyFor, publicUrl, shares, metrics } = infrastructure
  const { report, log, now } = infrastructure
  const { accounts, teams, smtpEndpoint } = features
  const webBuild = createWebBuild(webRoot)
  const isServing = config.roles.includes('http')
  const dropIns = createDropIns(infrastructure, features, openUser)

  const http = createHttp({
    host: config.listenHost,
    port: config.httpPort,
    socketPath: config.httpSocket,
    certificate: config.httpTls && watchCertificate(config.httpTls, { log, server: 'HTTPS' }),
    publicUrl,
    trustedProxies: config.trustedProxies,
    isCi: config.isCi,
    openHosts: config.openHosts,
    ...(isServing ? served() : { routes: [], webRoot: null }),
    shares,
    findSession: accounts.findSession,
    checkToken: features.tokens.check,
    ...(metrics && { countTokenRequest: tokenRequestCounter(metrics) }),
    openUser: openUser && { userId: openUser.userId, onlyTeam: openUser.teamId },
    openTerms: features.openTerms,
    csrfKey: keyFor('csrf'),
    failedChecks: readiness.failures,
    impaired: readiness.impaired,
    roles: config.roles,
    ...(secrets.metricsToken !== null &&
      metrics && { metrics: { registry: metrics.registry, token: secrets.metricsToken } }),
    log,
  })
  const strangerOf = (request: IncomingMessage) => ({
    user: clientGroup(http.clientAddress(request)),
  })
  const realtime = createRealtime({
    actorOf: http.actorOf,
    upgradeAllowed: http.upgradeAllowed,
    mayJoin: teams.mayJoin,
    joins: shares.joins,
    strangerOf,
    webBuild,
    ...(live && {
      connectProcesses: (onMissed, { all, serving, working }) => {
        const isWorking = config.roles.includes('worker')
        const heard = [all, ...(isServing ? [serving] : []), ...(isWorking ? [working] : [])]
        return live.adapter({ heard, onMissed, now, onError: report })
      },
    }),
    events,
    now,
    onError: report,
  })

  const eventSockets = createPlainSockets({
    paths: eventPaths,
    admit: (request) => http.admitSocket(request, 'mail:read'),
    refuse: createHandshakeRefusal(report),
    opened: dropIns.mailpitEvents.open,
    handshakes: shares.joins,
    strangerOf,
    every(work, ms) {
      const timer = setInterval(work, ms)
      return () => clearInterval(timer)
    },
  })

  /** Names the setting whose host has no address, since the error alone does not. */
  function nameUnknownHost(error: unknown): never {
    const isUnknown = error instanceof Error && 'code' in error && error.code === 'ENOTFOUND'
    if (!isUnknown) throw error
    throw new Error(`${config.listenHost} has no address. Check LISTEN_HOST or --host.`)
  }

  function served() {
    return {
      routes: createRoutes(infrastructure, features, { smtp, webBuild, openUser }),
      dropIns: dropIns.groups(),
      isUpgrade: (url: string) => url.startsWith('/socket.io/') || isFor(eventPaths, url),
      webRoot,
      instance: config.instance,
      signIn: config.signIn,
    }
  }

  return {
    realtime,
    routes: http.routes,
    /** The inbox is served only when the ports of SMTP are open. */
    async start(): Promise<OpenedPorts> {
      const ports = smtp ? await smtp.start().catch(nameUnknownHost) : null
      const pop3Ports = pop3 ? await pop3.start().catch(nameUnknownHost) : []
      smtpEndpoint.ports = shownPorts(config, ports)
      if (pop3) smtpEndpoint.pop3 = pop3Ports
      if (isServing) {
        realtime.attach(http.server)
        eventSockets.attach(http.server)
      }
      const { port } = await http.start().catch(nameUnknownHost)
      if (!config.publicUrl && port !== 0) publicUrl.port = String(port)
      return { httpPort: port, smtpPorts: ports ?? [], pop3Ports }
    },
    /** Refuses new connections; mail and requests in flight finish. */
    stop: () =>
      stopTogether(
        () => smtp?.stop(),
        () => pop3?.stop(),
        () => {
          // Waits end at once: one may last longer than the stop allows requests in flight.
          features.waits.stop()
          dropIns.mailpitEvents.stop()
          eventSockets.stop()
          return realtime.stop().then(http.stop)
        },
      ),
  }
}

function adviceOnTrust({ ports, selfSigned }: Readonly<SmtpEndpoint>): string {
  const plain = ports.find(({ tls }) => tls === 'none')
  const accept = selfSigned
    ? 'let the client accept a certificate that Mailstop made itself'
    : 'ask the operator of this server to check its certificate'
  return plain ? `use port ${plain.port}, or ${accept}` : accept
}
