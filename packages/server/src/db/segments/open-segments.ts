import { randomBytes } from 'node:crypto'
import type { BaseLogger } from 'pino'
import type { SourcesAddress } from '../../lib/sources-url.ts'
import type { Database, MailSources, Sql } from '../database.ts'
import { createObjectStore, SourceMissing, type StoreLimits } from './object-store.ts'
import { segmentKey } from './segment-keys.ts'
import { findInstallation, outermostSegments } from './segment-rows.ts'
import { createSegmentSources } from './segment-sources.ts'
import { createSegmentSweep } from './segment-sweep.ts'
import { createStoreWatch } from './store-watch.ts'

export type SegmentOptions = {
  address: SourcesAddress
  db: Pick<Database, 'longReads' | 'sql' | 'transaction'>
  log: BaseLogger
  limits?: Partial<StoreLimits> | undefined
}

/**
 * The sources of a database in an object store. Refuses settings that cannot be right; a store that does not answer may
 * come back, and what the database holds can be shown meanwhile.
 */
export async function openSegments(options: SegmentOptions): Promise<MailSources> {
  const { address, db, log, limits } = options
  const store = createObjectStore(address, limits)
  const installation = await findInstallation(db.sql, randomBytes(8).toString('hex'))
  const folder = `${address.prefix}${installation}/`
  const probe = () => store.probe(`${folder}probe`)
  const watch = createStoreWatch({ probe, log })
  try {
    await check()
  } catch (error) {
    watch.stop()
    throw error
  }

  async function check(): Promise<void> {
    const found = await watch.look()
    const { writing, reading } = found
    const refused = [writing, reading].find((error) => error && (error.status ?? 500) < 500)
    if (refused) throw new Error(`${refused.message}. Check the server, the bucket and the key.`)
    if (reading === null) await requireSegments(db.sql)
  }

  /** One object that was lost is no reason to refuse the start: no mail could be caught any more. */
  async function requireSegments(sql: Sql): Promise<void> {
    const ids = await outermostSegments(sql)
    for (const id of ids) {
      if (!(await isMissing(id))) return
      log.error({ segment: id }, 'An object of SOURCES_URL is missing: its mail cannot be opened')
    }
    if (ids.length === 0) return
    throw new Error('SOURCES_URL names a bucket or prefix without the mail of this database.')
  }

  function isMissing(id: string): Promise<boolean> {
    return store.get(folder + segmentKey(id), 0, 1).then(
      () => false,
      (error: unknown) => error instanceof SourceMissing,
    )
  }

  const onError = (error: unknown) => log.error({ err: error }, 'Sweeping segments failed')
  const sweep = createSegmentSweep({ db, store, watch, folder, onError })
  return {
    ...createSegmentSources({ store, watch, folder, now: Date.now }),
    isAway: watch.isAway,
    sweep,
    close: watch.stop,
  }
}
