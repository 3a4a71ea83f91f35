import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  lookAtDatabase,
  lookAtSharing,
  type LookedAt,
} from '../../db/store-files/look-at-database.ts'
import { notYetMoved, tooOld } from '../../db/store-files/older-store.ts'
import { verdictOnPages } from '../../db/store-files/verdict-on-pages.ts'
import { startFailure } from '../../config/start-failure.ts'
import { judgeClock, judgeConnections, judgeTables } from './doctor-rules.ts'
import { broken, doubtful, well, type Finding } from './finding.ts'

const refused = {
  'too old': ['with tables that no start updates', tooOld],
  unmoved: ['with tables that are still updated', notYetMoved],
} as const

/** Reading a gigabyte takes some seconds. */
const longestMs = 20_000

/** Whether the store can be reached, its version, its clock, and how processes share it. */
export async function checkDatabase(
  where: LookedAt & { liveUrl?: string | null },
): Promise<Finding[]> {
  const { databaseUrl, liveUrl = null } = where
  try {
    const { version, tables, clockMs } = await lookAtDatabase(where)
    if (tables === 'too old' || tables === 'unmoved') {
      const [text, advice] = refused[tables]
      return [broken('database', `${version}, ${text}`, advice)]
    }
    const found = judgeTables(version, tables, databaseUrl !== null)
    if (databaseUrl === null) return [found, ...(await checkPages(where.dataDir))]
    if (clockMs === null) return [found]
    return [found, judgeClock(clockMs), ...(await checkSharing({ databaseUrl, liveUrl }))]
  } catch (error) {
    const setting = databaseUrl === null ? 'DATA_DIR' : 'DATABASE_URL'
    return [failure('database', error, `Check ${setting}.`)]
  }
}

async function checkSharing(urls: { databaseUrl: string; liveUrl: string | null }) {
  const variable = urls.liveUrl === null ? 'DATABASE_URL' : 'DATABASE_LIVE_URL'
  try {
    const sharing = await lookAtSharing(urls)
    return [well('live events', `come through ${variable}`), judgeConnections(sharing)]
  } catch (error) {
    return [failure('live events', error, `Check ${variable}.`)]
  }
}

function failure(check: string, error: unknown, usual: string): Finding {
  const [text = '', advice] = startFailure(error)
  return broken(check, text, advice ?? usual)
}

/** Whether the pages of the database are whole, as far as that can be read in some seconds. */
export async function checkPages(dataDir: string): Promise<Finding[]> {
  const check = 'pages'
  const file = join(dataDir, 'mailstop.sqlite')
  if (!existsSync(file)) return []
  const verdict = await verdictOnPages(file, 'quick', { timeout: longestMs })
  if (verdict === 'ok') return [well(check, 'SQLite finds no damage')]
  if (verdict === null) {
    const text = `could not all be read within ${longestMs / 1_000} s`
    return [doubtful(check, text, 'A backup that is made and restored is checked as a whole.')]
  }
  const advice = 'Stop Mailstop, keep a copy of its data folder, and restore a backup.'
  return [broken(check, `the database is damaged: ${verdict}`, advice)]
}
