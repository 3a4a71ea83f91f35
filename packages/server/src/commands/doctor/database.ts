import { lookAtDatabase, type LookedAt } from '../../db/look-at-database.ts'
import { startFailure } from '../../start-failure.ts'
import { judgeClock, judgeTables } from './doctor-rules.ts'
import { broken, type Finding } from './finding.ts'

/** Whether the store can be reached, its version, and its clock. */
export async function checkDatabase(where: LookedAt): Promise<Finding[]> {
  try {
    const { version, tables, clockMs } = await lookAtDatabase(where)
    const found = judgeTables(version, tables)
    return clockMs === null ? [found] : [found, judgeClock(clockMs)]
  } catch (error) {
    const [text = '', advice] = startFailure(error)
    const setting = where.databaseUrl === null ? 'DATA_DIR' : 'DATABASE_URL'
    return [broken('database', text, advice ?? `Check ${setting}.`)]
  }
}
