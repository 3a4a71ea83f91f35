import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { verdictOnPages } from '../../db/store-files/verdict-on-pages.ts'
import { broken, doubtful, well, type Finding } from './finding.ts'

/** Reading a gigabyte takes some seconds. */
const longestMs = 20_000

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
