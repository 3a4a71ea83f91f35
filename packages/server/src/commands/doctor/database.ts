import {
  lookAtDatabase,
  lookAtSharing,
  type LookedAt,
} from '../../db/store-files/look-at-database.ts'
import { notYetMoved, tooOld } from '../../db/store-files/older-store.ts'
import { startFailure } from '../../config/start-failure.ts'
import { checkPages } from './pages.ts'
import { judgeClock, judgeConnections, judgeTables } from './doctor-rules.ts'
import { broken, well, type Finding } from './finding.ts'

const refused = {
  'too old': ['with tables that no start updates', tooOld],
  unmoved: ['with tables that are still updated', notYetMoved],
} as const

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
