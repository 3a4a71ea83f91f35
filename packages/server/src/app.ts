import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { mailChannel } from '@mailstop/contract'
import type { Config, Secrets } from './config.ts'
import { connectEvents, endSmtpOf } from './connect-events.ts'
import { lockDataFolder } from './db/data-folder-lock.ts'
import { createLease } from './db/lease.ts'
import { openDatabase } from './db/open-database.ts'
import { createEvents } from './events.ts'
import { accountRoutes } from './features/accounts/account-routes.ts'
import { createAccounts } from './features/accounts/accounts.ts'
import { archiveRoutes, importRoute } from './features/archive/archive-routes.ts'
import { createArchive } from './features/archive/archive.ts'
import { createDeliveries } from './features/forwarding/deliveries.ts'
import { createDeliveryMetrics } from './features/forwarding/delivery-metrics.ts'
import { createForwardHistory } from './features/forwarding/forward-history.ts'
import { forwardingRoutes } from './features/forwarding/forwarding-routes.ts'
import { createForwarding } from './features/forwarding/forwarding.ts'
import { createMessageMaker } from './features/forwarding/message-maker.ts'
import { ruleRoutes } from './features/forwarding/rule-routes.ts'
import { createRules } from './features/forwarding/rules.ts'
import { inviteRoutes } from './features/invites/invite-routes.ts'
import { createInvites } from './features/invites/invites.ts'
import { createMailFiles } from './features/mails/mail-files.ts'
import { createIntake } from './features/mails/mail-intake.ts'
import { createMailRemoval } from './features/mails/mail-removal.ts'
import { createReindex } from './features/mails/mail-reindex.ts'
import { createRetention } from './features/mails/mail-retention.ts'
import { mailRoutes } from './features/mails/mail-routes.ts'
import { createTrash } from './features/mails/mail-trash.ts'
import { createMails } from './features/mails/mails.ts'
import { createWordMerging } from './features/mails/search/word-merging.ts'
import { noticeRoutes } from './features/notices/notice-routes.ts'
import { createNotices } from './features/notices/notices.ts'
import { pinRoutes } from './features/pins/pin-routes.ts'
import { createPins } from './features/pins/pins.ts'
import { oneClickStop, suppressionRoutes } from './features/suppression/suppression-routes.ts'
import { createSuppression } from './features/suppression/suppression.ts'
import { systemMailRoutes } from './features/system-mail/system-mail-routes.ts'
import { teamRoutes } from './features/teams/team-routes.ts'
import { createTeams, type SmtpEndpoint } from './features/teams/teams.ts'
import { createHttp } from './http/http.ts'
import { deriveKey, loadOrCreateAppKey } from './lib/app-key.ts'
import { createLimiter, type Limiter } from './lib/attempts.ts'
import { createPasswords } from './features/accounts/passwords.ts'
import { createSharePools, measureShares } from './lib/share-pools.ts'
import { createSigner } from './lib/signed-link.ts'
import { createMailer } from './mailer/mailer.ts'
import { deliverToRelay } from './mailer/relay.ts'
import { createViewer } from './mime/viewer.ts'
import { openLive } from './open-live.ts'
import { createRealtime } from './realtime/realtime.ts'
import { createReport } from './report-failure.ts'
import { loadOrCreateCertificate } from './smtp/certificate.ts'
import { createSmtp } from './smtp/smtp.ts'
import { countSmtp } from './smtp/smtp-metrics.ts'
import { createSweeping, sweepLeaseMs } from './sweeping.ts'

/** What a test, or an embedding, may put in place of the real thing. */
export type Overrides = {
  now?: () => number
  /** Folder of the built web app; null serves the API alone. */
  webRoot?: string | null
  /** Shows a line to the person at the terminal. */
  print?: (line: string) => void
  log: Logger
  /** Limits the rate of attempts. */
  limiter?: Limiter
  /** The process cannot go on: its store is gone. */
  onFatal?: (error: Error) => void
}

export type Started = {
  publicUrl: URL
  smtpPorts: number[]
  smtpsPorts: number[]
}

export type App = Awaited<ReturnType<typeof createApp>>

const sweepEveryMs = 60_000

/**
 * Joins the parts, in the order in which they need each other, by handing functions over: no
 * adapter knows a feature. Opens the store; `start` then begins to listen.
 */
export async function createApp(
  { config, secrets }: { config: Config; secrets: Secrets },
  { now = Date.now, webRoot = null, print = () => {}, log, limiter, onFatal }: Overrides,
) {
  const unlock = lockDataFolder(config.dataDir)
  const db = await openStore(config, secrets, log, onFatal).catch((error: unknown) => {
    unlock()
    throw error
  })
  const report = createReport(log)
  const events = createEvents(report)
  const appKey = secrets.appKey ?? loadOrCreateAppKey(config.dataDir)
  // Shared by all that build links: its port is known once HTTP listens.
  const publicUrl = config.publicUrl ?? new URL(`http://localhost:${config.httpPort}`)
  const smtpServer: SmtpEndpoint = { server: config.smtpHost, ports: [], tlsPorts: [] }

  const metrics = new Registry()
  if (secrets.metricsToken !== null) collectDefaultMetrics({ register: metrics })

  const shares = createSharePools({
    largestMail: config.smtpLimits.messageBytes,
    largeReplies: config.largeReplyBytes,
  })
  measureShares(metrics, { ...shares, searches: db.searches })
  const viewer = createViewer({ shares, threads: 2, cpuMs: 4_000, memoryMb: 256, log })
  const history = createForwardHistory({ db, events, now })
  const stopKey = deriveKey(appKey, 'stopping')
  const suppression = createSuppression({ db, events, key: stopKey, publicUrl, log, now })
  const mailer = createMailer({
    db,
    key: deriveKey(appKey, 'outbox'),
    mailUrl: secrets.mailUrl,
    mailFrom: config.mailFrom,
    dataDir: config.dataDir,
    log,
    print,
    now,
    metrics,
    onSettled: history.settle,
    isSuppressed: suppression.isSuppressed,
  })
  const attempts = createLimiter({ sql: db.sql, now })
  const limits = limiter ?? attempts
  const certificate = await loadOrCreateCertificate({
    dataDir: config.dataDir,
    hostname: config.smtpHost,
    log,
    ...config.smtpTls,
  })
  const removeMail = createMailRemoval(db)
  const teams = createTeams({
    db,
    events,
    sealKey: deriveKey(appKey, 'seal'),
    smtp: () => smtpServer,
    submit: (mail) => smtp.submit(mail),
    recentRefusals: (teamId) => smtp.recentRefusals(teamId),
    requirePassword: (...asked) => accounts.requirePassword(...asked),
    async removeTeamMail(teamId, signal) {
      await deliveries.removeOf(teamId)
      await removeMail(teamId, signal)
    },
    onDelete: (...ended) => invites.endOf(...ended),
    onError: report,
    limiter: limits,
    publicUrl,
    now,
  })
  const asking = { db, events, mailer, suppression, limiter: limits, publicUrl, now }
  const invites = createInvites({ ...asking, teams })
  const accounts = createAccounts({
    db,
    events,
    teams,
    mailer,
    isInvited: invites.isInvited,
    joinInvitedTeams: invites.takeUp,
    onError: report,
    limiter: limits,
    passwords: createPasswords(shares.passwords),
    publicUrl,
    registration: config.registration,
    accountsPerAddress: config.accountsPerAddress,
    now,
  })
  const mails = createMails({
    db,
    events,
    viewer,
    requireMember: teams.requireMember,
    forwardsOf: history.forwardsOf,
    quota: config.teamQuota,
    now,
  })
  const own = {
    mailFrom: config.mailFrom,
    smtpHost: config.smtpHost,
    mark: Buffer.from(deriveKey(appKey, 'forwards')).toString('hex').slice(0, 24),
  }
  const messages = createMessageMaker()
  const forwarding = createForwarding({
    db,
    events,
    mails,
    outbox: mailer,
    canSend: secrets.mailUrl !== null,
    own,
    messages,
    limiter: limits,
    suppression,
    caps: config.forwardCaps,
    now,
  })
  const rules = createRules({
    ...asking,
    requireMember: teams.requireMember,
    canSend: secrets.mailUrl !== null,
    own,
  })
  const deliveries = createDeliveries({
    db,
    events,
    deliver: secrets.mailUrl === null ? null : deliverToRelay(secrets.mailUrl, config.mailFrom),
    own,
    stopUrlOf: suppression.urlOf,
    sourceOf: mails.keptSource,
    messages,
    limiter: limits,
    caps: config.forwardCaps,
    log,
    onOutcome: createDeliveryMetrics({ registry: metrics, db, now }),
    now,
  })
  const notices = createNotices(config.notices)
  const pins = createPins({ db, events, mails, requireMember: teams.requireMember, now })
  const trash = createTrash({ db, events, now })
  const reindex = createReindex({ db, pause, onError: report })
  const wordMerging = createWordMerging({ db, pause })
  const signer = createSigner(deriveKey(appKey, 'links'), now)
  const files = createMailFiles({ mails, signer })
  const intake = createIntake({ db, events, quota: config.teamQuota, now })
  const archive = createArchive({
    db,
    mails,
    receive: intake.receive,
    maxMailBytes: config.smtpLimits.messageBytes,
    requireMember: teams.requireMember,
    signer,
    publish: (progress) =>
      realtime.publish(mailChannel(progress.team_id), 'ImportProgressed', progress),
    now,
  })
  const retention = createRetention({
    db,
    events,
    now,
    days: config.retentionDays,
    mails: config.retentionMails,
  })

  const http = createHttp({
    port: config.httpPort,
    publicUrl,
    trustedProxies: config.trustedProxies,
    routes: [
      ...accountRoutes(accounts),
      ...teamRoutes(teams),
      ...inviteRoutes(invites),
      ...mailRoutes(mails, files),
      ...forwardingRoutes(forwarding),
      ...ruleRoutes(rules),
      ...suppressionRoutes(suppression),
      ...archiveRoutes(archive),
      ...pinRoutes(pins),
      ...noticeRoutes(notices),
      ...systemMailRoutes(secrets.mailUrl !== null),
    ],
    files: [files.fileRoute, archive.fileRoute],
    uploads: [importRoute(archive, config.importMaxBytes)],
    oneClicks: [oneClickStop(suppression)],
    shares,
    webRoot,
    findSession: accounts.findSession,
    csrfKey: deriveKey(appKey, 'csrf'),
    upgradePath: '/socket.io/',
    ...(secrets.metricsToken !== null && {
      metrics: { registry: metrics, token: secrets.metricsToken },
    }),
    log,
  })
  const live = secrets.databaseUrl === null ? null : await openLive(secrets.databaseUrl, log)
  const realtime = createRealtime({
    callerOf: http.callerOf,
    upgradeAllowed: http.upgradeAllowed,
    mayJoin: teams.mayHear,
    joins: shares.joins,
    ...(live && {
      adapter: live.createPostgresAdapter({
        pool: live.pool,
        onMissed(since) {
          realtime.refresh()
          void teams
            .recheckCredentials(smtp.accountIds(), since)
            // When this cannot be known, everybody has to log in again.
            .catch((error: unknown) => (report(error), smtp.accountIds()))
            .then((ended) => ended.forEach(smtp.endSessions))
        },
        now,
        onError: report,
      }),
    }),
    onNews(ended) {
      teams.forgetCredentials(ended)
      endSmtpOf(smtp, ended)
    },
    onError: report,
  })
  const smtp = createSmtp({
    ports: config.smtpPorts,
    tlsPorts: config.smtpsPorts,
    hostname: config.smtpHost,
    certificate,
    limits: config.smtpLimits,
    authenticate: teams.authenticateSmtp,
    isFull: ({ id }) => intake.isFull(id),
    shareAuthFailures: attempts.tally('smtp auth from client', 60 * 60_000),
    now,
    // Without a relay, rules ask for nothing.
    receive: ({ account, ...mail }) =>
      intake.receive({ teamId: account.id, followsRules: secrets.mailUrl !== null, ...mail }),
    log,
  })

  countSmtp(metrics, smtp.stats)

  connectEvents({ events, realtime, smtp, deliveries, teams, onError: report })
  const sweeping = createSweeping({
    steps: [
      trash.sweep,
      retention.sweep,
      teams.sweepDeleted,
      accounts.removeExpired,
      invites.removeOld,
      attempts.removeEnded,
      mailer.removeOld,
      wordMerging.sweep,
      deliveries.removeOld,
    ],
    ownSteps: [mailer.removeOldFiles],
    lease: createLease({ db, name: 'sweeping', lastsMs: sweepLeaseMs, now }),
    everyMs: sweepEveryMs,
    onError: report,
  })

  return {
    accounts,
    teams,
    /** The demo account's, the same for as long as the key is. */
    demoPassword: Buffer.from(deriveKey(appKey, 'demo')).toString('base64url').slice(0, 16),
    routes: http.routes,
    async start(): Promise<Started> {
      await teams.checkSealKey()
      await notices.check()
      // Before mail can come: it frees what the last process was sending.
      await deliveries.start()
      const { ports, tlsPorts } = await smtp.start()
      smtpServer.ports = config.smtpShown?.ports ?? [...ports, ...tlsPorts]
      smtpServer.tlsPorts = config.smtpShown?.tlsPorts ?? tlsPorts
      realtime.attach(http.server)
      await mailer.start()
      const { port } = await http.start()
      if (!config.publicUrl) publicUrl.port = String(port)
      sweeping.start()
      reindex.start()
      void teams.sweepDeleted().catch(report)
      return { publicUrl, smtpPorts: ports, smtpsPorts: tlsPorts }
    },
    /** Safe at any time after `createApp`, also when `start` failed. */
    async stop(): Promise<void> {
      // 1. No new connections; DATA and requests in flight finish.
      const swept = sweeping.stop()
      retention.stop()
      trash.stop()
      const indexed = reindex.stop()
      wordMerging.stop()
      const removed = teams.stop().catch(report)
      // The mail being sent is finished, others wait in the store.
      const sent = Promise.all([mailer.stop(), deliveries.stop()])
      await Promise.all([smtp.stop(), realtime.stop().then(http.stop)])
      // 2. What was accepted is written.
      const threads = Promise.allSettled([sent]).then(() =>
        Promise.all([viewer.stop(), messages.stop()]),
      )
      await Promise.all([intake.idle(), swept, indexed, removed, sent, threads])
      // 3. The store closes, and only then may another process have the folder.
      await Promise.all([db.close(), live?.pool.end()]).finally(unlock)
    },
  }
}

function openStore(config: Config, secrets: Secrets, log: Logger, onFatal: Overrides['onFatal']) {
  return openDatabase({
    dataDir: config.dataDir,
    log,
    ...(secrets.databaseUrl !== null && { databaseUrl: secrets.databaseUrl }),
    ...(onFatal && { onFatal }),
  })
}
