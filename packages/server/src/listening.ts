import type { Features } from './features.ts'
import { accountRoutes } from './features/accounts/account-routes.ts'
import { archiveRoutes, importRoute } from './features/archive/archive-routes.ts'
import { forwardingRoutes } from './features/forwarding/forwarding-routes.ts'
import { ruleRoutes } from './features/forwarding/rule-routes.ts'
import { inviteRoutes } from './features/invites/invite-routes.ts'
import { mailRoutes } from './features/mails/mail-routes.ts'
import { noticeRoutes } from './features/notices/notice-routes.ts'
import { pinRoutes } from './features/pins/pin-routes.ts'
import { refusedMailRoutes } from './features/refused-mails/refused-mail-routes.ts'
import { createRefusedMails } from './features/refused-mails/refused-mails.ts'
import { smtpCredentialRoutes } from './features/smtp-credentials/smtp-credential-routes.ts'
import { createTestMail } from './features/smtp-credentials/test-mail.ts'
import { oneClickStop, suppressionRoutes } from './features/suppression/suppression-routes.ts'
import { systemMailRoutes } from './features/system-mail/system-mail-routes.ts'
import { teamRoutes } from './features/teams/team-routes.ts'
import { versionRoutes } from './features/version/version-routes.ts'
import type { Foundation } from './foundation.ts'
import { createHttp } from './http/http.ts'
import { createWebBuild } from './http/web-build.ts'
import { createRealtime } from './realtime/realtime.ts'
import { loadOrCreateCertificate } from './smtp/certificate.ts'
import type { Readiness } from './readiness.ts'
import { createSmtp } from './smtp/smtp.ts'
import { countSmtp } from './smtp/smtp-metrics.ts'
import { stopTogether } from './stopping.ts'

type Smtp = ReturnType<typeof createSmtp>

/** The role `smtp`: the ports that catch mail. */
export async function createCatching(foundation: Foundation, features: Features): Promise<Smtp> {
  const { config, attempts, metrics, log, now } = foundation
  const { credentials, intake, canForward } = features
  const certificate = await loadOrCreateCertificate({
    dataDir: config.dataDir,
    hostname: config.smtpHost,
    log,
    ...config.smtpTls,
  })
  const smtp = createSmtp({
    ports: config.smtpPorts,
    tlsPorts: config.smtpsPorts,
    hostname: config.smtpHost,
    certificate,
    limits: config.smtpLimits,
    authenticate: credentials.authenticate,
    isFull: ({ id }) => intake.isFull(id),
    shareAuthFailures: attempts.tally('smtp auth from client', 60 * 60_000),
    now,
    receive: ({ account, ...mail }) =>
      intake.receive({ teamId: account.id, followsRules: canForward, ...mail }),
    log,
  })
  countSmtp(metrics, smtp.stats)
  return smtp
}

/**
 * What listens. Without the role `http` no page and no API is served, but `/livez` and `/readyz` are, and
 * `/metrics` if there is a token for it. Every role takes part in what processes send each other.
 */
export function createListening(
  foundation: Foundation,
  features: Features,
  { smtp, webRoot, readiness }: { smtp: Smtp | null; webRoot: string | null; readiness: Readiness },
) {
  const { config, secrets, events, live, keyFor, publicUrl, shares, metrics } = foundation
  const { report, log, now } = foundation
  const { accounts, teams, files, archive, suppression, intake, smtpEndpoint } = features
  const webBuild = createWebBuild(webRoot)
  const isServing = config.roles.includes('http')

  const http = createHttp({
    port: config.httpPort,
    publicUrl,
    trustedProxies: config.trustedProxies,
    ...(isServing ? served() : { routes: [], files: [], webRoot: null }),
    shares,
    findSession: accounts.findSession,
    csrfKey: keyFor('csrf'),
    failedChecks: readiness.failures,
    ...(secrets.metricsToken !== null && {
      metrics: { registry: metrics, token: secrets.metricsToken },
    }),
    log,
  })
  const realtime = createRealtime({
    actorOf: http.actorOf,
    upgradeAllowed: http.upgradeAllowed,
    mayJoin: teams.mayJoin,
    joins: shares.joins,
    webBuild,
    ...(live && {
      connectProcesses: (onMissed) => live.adapter({ onMissed, now, onError: report }),
    }),
    events,
    now,
    onError: report,
  })

  function served() {
    const testMail = createTestMail({
      ...foundation,
      teams,
      submit: smtp ? smtp.submit : null,
      receive: (mail) => intake.receive({ ...mail, followsRules: features.canForward }),
    })
    const refusedMails = createRefusedMails({
      permit: (request) => teams.permit(foundation.db.sql, request),
      // Each process remembers its own: one without SMTP has none to show.
      recentRefusals: smtp ? smtp.recentRefusals : () => [],
    })
    return {
      routes: [
        ...accountRoutes(accounts),
        ...teamRoutes(teams),
        ...smtpCredentialRoutes({ rotate: features.rotate, sendTestMail: testMail }),
        ...refusedMailRoutes(refusedMails),
        ...inviteRoutes(features.invites),
        ...mailRoutes(features.mails, files),
        ...forwardingRoutes(features.forwarding),
        ...ruleRoutes(features.rules),
        ...suppressionRoutes(suppression),
        ...archiveRoutes(archive),
        ...pinRoutes(features.pins),
        ...noticeRoutes(features.notices),
        ...systemMailRoutes(features.canForward),
        ...versionRoutes({ ...foundation, store: foundation.db.dialect.name, webBuild }),
      ],
      files: [files.fileRoute, archive.fileRoute],
      uploads: [importRoute(archive, config.importMaxBytes)],
      oneClicks: [oneClickStop(suppression)],
      upgradePath: '/socket.io/',
      webRoot,
    }
  }

  return {
    realtime,
    routes: http.routes,
    /** Returns the ports of SMTP: the inbox is served only when they are open. */
    async start(): Promise<{ smtpPorts: number[]; smtpsPorts: number[] }> {
      const { ports, tlsPorts } = smtp ? await smtp.start() : { ports: [], tlsPorts: [] }
      // Without SMTP of its own, this process shows what it is configured with, as the others are.
      const plain = smtp ? ports : config.smtpPorts.filter(Boolean)
      const tls = smtp ? tlsPorts : config.smtpsPorts.filter(Boolean)
      smtpEndpoint.ports = config.smtpShown?.ports ?? [...plain, ...tls]
      smtpEndpoint.tlsPorts = config.smtpShown?.tlsPorts ?? tls
      if (isServing) realtime.attach(http.server)
      const { port } = await http.start()
      if (!config.publicUrl) publicUrl.port = String(port)
      return { smtpPorts: ports, smtpsPorts: tlsPorts }
    },
    /** No new connections; mail and requests in flight are finished. */
    stop: () =>
      stopTogether(
        () => smtp?.stop(),
        () => realtime.stop().then(http.stop),
      ),
  }
}
