import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { untouched } from '../../db/store-files/untouched-store.ts'
import { broken, doubtful, well, type Finding } from './finding.ts'

/** Reading a gigabyte takes some seconds. */
const longestMs = 20_000

/** SQLite's check cannot be interrupted, so a process of its own makes it, which can be ended. */
const program = `
  const { DatabaseSync } = require('node:sqlite')
  const store = new DatabaseSync(new URL(process.argv[1]), { readOnly: true, timeout: 10000 })
  console.log(store.prepare('pragma quick_check(1)').get().quick_check)`

/** Whether the pages of the database are whole, as far as that can be read in some seconds. */
export async function checkPages(dataDir: string): Promise<Finding[]> {
  const check = 'pages'
  const file = join(dataDir, 'mailstop.sqlite')
  if (!existsSync(file)) return []
  const verdict = await quickCheck(file)
  if (verdict === 'ok') return [well(check, 'SQLite finds no damage')]
  if (verdict === null) {
    const text = `could not all be read within ${longestMs / 1_000} s`
    return [doubtful(check, text, 'A backup that is made and restored is checked as a whole.')]
  }
  const advice = 'Stop Mailstop, keep a copy of its data folder, and restore a backup.'
  return [broken(check, `the database is damaged: ${verdict}`, advice)]
}

/** Null when it took too long. */
function quickCheck(file: string): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--no-warnings', '-e', program, untouched(file).href],
      { timeout: longestMs, killSignal: 'SIGKILL' },
      (error, output, errors) => {
        if (!error) resolve(output.trim().replaceAll(/\s+/g, ' '))
        else if (error.killed) resolve(null)
        else resolve(/Error: (.*)/.exec(errors)?.[1] ?? error.message)
      },
    )
  })
}
