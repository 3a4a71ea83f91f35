import type { Logger } from 'pino'
import { caughtMailSubscribersOf } from './caught-mail-subscribers.ts'
import type { Config, Secrets } from '../config/config.ts'
import { awaitDataFolder } from '../db/store-files/data-folder-lock.ts'
import { refuseLostKey } from '../db/store-files/lost-parts.ts'
import { refuseOlderStore } from '../db/store-files/older-store.ts'
import { openDatabase, type DatabaseOptions } from '../db/open-database.ts'
import { measureStore } from '../db/store-metrics.ts'
import { createEvents } from '../events.ts'
import { deriveKey, loadOrCreateAppKey } from '../lib/secrets/app-key.ts'
import { createLimiter } from '../attempts/attempts.ts'
import { divideConnections } from '../lib/process/database-connections.ts'
import { createMeter } from '../lib/process/meter.ts'
import { createSharePools, measureShares } from '../lib/shares/share-pools.ts'
import { countLive, openLive } from './fleet/open-live.ts'
import type { ViewThreads } from '../mime/view/viewer.ts'
import type { Product } from '../features/version/version-routes.ts'
import type { PasswordCost } from '../features/accounts/passwords/passwords.ts'
import { storeTrouble } from '../db/store-faults.ts'
import { createSparingLog } from '../lib/process/sparing-log.ts'

/** Parts that a test, or an embedding, may replace. */
export type Overrides = {
  now?: () => number
  /** Folder of the built web app; null serves the API alone. */
  webRoot?: string | null
  product?: Product
  print?: (line: string) => void
  log: Logger
  passwordCost?: PasswordCost
  /** Open mails, and outlive this. */
  viewThreads?: ViewThreads
  /** Starts the threads of SQLite. */
  startWorker?: NonNullable<DatabaseOptions['startWorker']>
  /** Leaves the data folder to another process that shares this Postgres. */
  withoutFolder?: boolean
  /** Set where the process holds other things too, as in tests: collecting all of its garbage takes longer. */
  sharesProcess?: boolean
  /** How long another process may hold the data folder. */
  patienceMs?: number
  /** The process cannot go on: its store is gone. */
  onFatal?: (error: Error) => void
}

const unknownProduct: Product = { version: 'unknown', commit: null }

export type Infrastructure = Awaited<ReturnType<typeof openInfrastructure>>

export async function openInfrastructure(
  { config, secrets }: { config: Config; secrets: Secrets },
  {
    now = Date.now,
    print = () => {},
    product = unknownProduct,
    log,
    passwordCost,
    viewThreads,
    startWorker,
    withoutFolder,
    patienceMs = 0,
    onFatal,
  }: Overrides,
  closing: AsyncDisposableStack,
) {
  if (secrets.databaseUrl === null) refuseOlderStore(config.dataDir)
  if (!withoutFolder) closing.defer(await awaitDataFolder(config.dataDir, patienceMs))
  const metrics = secrets.metricsToken === null ? undefined : await createMeter()
  const connections = divideConnections(config.roles, config.databaseConnections)
  const db = await openDatabase({
    dataDir: config.dataDir,
    log,
    subscribers: caughtMailSubscribersOf(config),
    ...(secrets.databaseUrl !== null && { databaseUrl: secrets.databaseUrl }),
    liveUrl: secrets.databaseLiveUrl,
    connections,
    ...(secrets.sources !== null && { sourcesAddress: secrets.sources }),
    ...(onFatal && { onFatal }),
    ...(startWorker && { startWorker }),
  })
  closing.defer(() => db.close())
  const liveUrl = secrets.databaseLiveUrl ?? secrets.databaseUrl
  const live = liveUrl === null ? null : await openLive(liveUrl, log)
  if (live) closing.defer(live.end)

  if (secrets.appKey === null) await refuseLostKey(db.sql, config.dataDir)
  const appKey = secrets.appKey ?? loadOrCreateAppKey(config.dataDir)
  const report = createReport(log)
  const shares = createSharePools({
    largestMail: config.smtpLimits.messageBytes,
    largeReplies: config.largeReplyBytes,
  })
  if (metrics) {
    measureShares(metrics, { ...shares, searches: db.searches })
    measureStore(metrics, { db, hasObjectStore: secrets.sources !== null, now })
    if (live) countLive(metrics, live.stats)
  }
  return {
    config,
    secrets,
    db,
    connections,
    live,
    report,
    events: createEvents(report),
    appKey,
    keyFor: (purpose: Parameters<typeof deriveKey>[1]) => deriveKey(appKey, purpose),
    /** Shared by all builders of links: its port is known once HTTP listens. */
    publicUrl: config.publicUrl ?? usualUrl(config),
    metrics,
    shares,
    limiter: createLimiter({ sql: db.sql, now }),
    passwordCost,
    viewThreads,
    log,
    print,
    product,
    now,
  }
}

function usualUrl({ httpTls, httpSocket, ownHost, httpPort }: Config): URL {
  const port = httpSocket === null ? `:${httpPort}` : ''
  return new URL(`${httpTls ? 'https' : 'http'}://${ownHost}${port}`)
}

/**
 * Reports failures that no caller waits for, of listeners and background work. A store that is away fails all of
 * these at once, and is logged once a second.
 */
function createReport(log: Logger): (error: unknown) => void {
  const say = createSparingLog(log)
  return (error) => {
    if (storeTrouble(error)) say('warn', { error }, 'The store failed what was to be done')
    else log.error({ error }, 'Work in the background failed')
  }
}
