import { createBackground } from './background.ts'
import { createBackups } from '../backup/backups.ts'
import type { Config, Secrets } from '../config/config.ts'
import { connectEvents } from './connect-events.ts'
import type { OpenMode, OpenUser } from '../features/accounts/registration/open-mode.ts'
import { createControlServer } from '../control/control-server.ts'
import { createOperations } from './operations/operations.ts'
import { createFeatures } from './features.ts'
import { openInfrastructure, type Overrides } from './infrastructure.ts'
import { bothSessions } from './reading.ts'
import { createCatching, createListening, type OpenedPorts } from './listening.ts'
import { isMigrated } from '../db/migrate.ts'
import { createDescriptorWatch } from '../lib/process/descriptor-watch.ts'
import { freeMemory } from '../lib/process/free-memory.ts'
import { startChaos } from './open-mode/open-chaos.ts'
import { createPresence } from './fleet/presence.ts'
import { createReadiness } from './health/readiness.ts'
import { createIdleRelease } from './idle-release.ts'
import { stopTogether } from './health/stopping.ts'
import { version } from '../product-files.ts'
import { serveCall, shellWord, stoppedCall } from '../lib/process/program-call.ts'

export type Started = OpenedPorts & { publicUrl: URL }

export type App = Awaited<ReturnType<typeof createApp>>

/**
 * The composition root. Every part is made after the parts that it needs and gets their functions; calls the other
 * way are events (`connect-events.ts`). Opens the store; `start` then begins to listen and to work. A start that
 * fails half way closes what was open.
 */
export async function createApp(loaded: { config: Config; secrets: Secrets }, instead: Overrides) {
  // What is made first is closed last.
  await using opened = new AsyncDisposableStack()
  const infrastructure = await openInfrastructure(loaded, instead, opened)
  const { roles } = loaded.config
  const features = createFeatures(infrastructure, opened)
  const openUser = await admitStore(loaded.config, features.openMode)
  if (openUser && loaded.config.isCi) await features.tokens.provideFixed(openUser)
  const catching = roles.includes('smtp')
    ? await createCatching(infrastructure, features, openUser)
    : null
  const { smtp = null, pop3 = null } = catching ?? {}
  const { dataDir } = loaded.config
  const presence = createPresence(infrastructure)
  const backups = createBackups({ ...infrastructure, dataDir, version })
  const background = roles.includes('worker')
    ? createBackground(infrastructure, features, backups)
    : null
  const { webRoot = null } = instead
  const readiness = createReadiness({
    isMigrated: () => isMigrated(infrastructure.db.sql),
    storeFaults: infrastructure.db.faults,
    isSmtpOpen: () => smtp?.isOpen() ?? true,
    isSourcesAway: infrastructure.db.sources.isAway,
  })
  const listening = createListening(infrastructure, features, {
    smtp,
    pop3,
    webRoot,
    openUser,
    readiness,
  })
  let ports: OpenedPorts | null = null
  const operations = createOperations(infrastructure, features, backups, () => ports)
  const control = createControlServer({ ...infrastructure, dataDir, operations })
  const ended = new AbortController()
  opened.defer(() => ended.abort())
  // 1. No new connections and no new work; what is in flight finishes. Then, by what was registered
  // before: 2. what was accepted is written; 3. the store closes, and the data folder is unlocked.
  opened.defer(features.caught.stop)
  opened.defer(features.inboxUse.stop)
  opened.defer(presence.stop)
  opened.defer(() => stopTogether(control.stop, listening.stop, () => background?.stop()))
  const { accounts, teams, mails, credentials, notices, firstAccount } = features
  const { events, report: onError } = infrastructure
  connectEvents({
    ...features,
    ...listening,
    events,
    smtp: catching && bothSessions(catching),
    background,
    onError,
    ended: ended.signal,
  })

  const idleRelease = createIdleRelease({
    rest() {
      infrastructure.db.rest()
      features.rest()
    },
    free() {
      if (instead.sharesProcess) return
      infrastructure.db.freeMemory()
      freeMemory()
    },
  })
  opened.defer(idleRelease.stop)
  const descriptors = createDescriptorWatch(infrastructure)
  opened.defer(descriptors.stop)

  const closing = opened.move()
  let stopped: Promise<void> | undefined
  return {
    accounts,
    /** The user of open mode; null with accounts. */
    openUser,
    endOpenMode: features.openMode.end,
    teams,
    mails,
    credentials,
    sweepTeams: () => background?.sweepTeams(),
    /** The demo account's password, the same as long as the key is the same. */
    demoPassword: Buffer.from(infrastructure.keyFor('demo')).toString('base64url').slice(0, 16),
    routes: listening.routes,
    operations,
    async start(): Promise<Started> {
      await credentials.checkSealKey()
      await notices.check()
      await features.operatorRole.settle(infrastructure.db.sql)
      backups.removeUnfinished()
      // Runs before mail can come: it frees what the last process was sending.
      await background?.startQueues()
      await features.scenarios.load()
      if (openUser) await startChaos(features.scenarios, openUser, loaded.config.smtpChaos)
      ports = await listening.start()
      await presence.start()
      features.caught.start()
      features.inboxUse.start()
      background?.startSweeping()
      // On Postgres commands open the store themselves.
      if (loaded.secrets.databaseUrl === null) await control.start()
      const link = roles.includes('http') ? await firstAccount.link() : null
      if (link) {
        const email = link.searchParams.get('email') ?? ''
        infrastructure.print(`Make the account of ADMIN_EMAIL, ${email}:\n  ${link.href}`)
      }
      idleRelease.start()
      descriptors.start()
      return { publicUrl: infrastructure.publicUrl, ...ports }
    },
    /** The process is no longer ready, but works on until `stop`. */
    drain: readiness.drain,
    /** Safe at any time after `createApp`, also when `start` failed. */
    stop(): Promise<void> {
      readiness.drain()
      return (stopped ??= closing.disposeAsync())
    },
  }
}

/**
 * A store is for open mode or for accounts. It is never served as the other: accounts would be open to everybody, or
 * mail would have an owner who cannot log in. A process without roles serves no one: it is a command.
 */
async function admitStore(
  { isOpen, roles, dataDir }: Config,
  openMode: OpenMode,
): Promise<OpenUser | null> {
  if (isOpen) {
    const user = await openMode.begin()
    if (user) return user
    throw new Error(
      `${dataDir} has accounts, so open mode does not serve it. Name another folder for that.
  Serve it with accounts:      ${serveCall('accounts', dataDir)}`,
    )
  }
  const user = await openMode.find()
  // A command may act on a store of either mode.
  if (user === null || roles.length === 0) return user
  throw new Error(
    `${dataDir} is a folder of open mode.
  Serve it as that:            ${serveCall('open', dataDir)}
  Give it its first account:   ${stoppedCall(`accounts --email <address> --data ${shellWord(dataDir)}`)}`,
  )
}
