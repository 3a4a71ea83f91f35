import { execFile } from 'node:child_process'
import { untouched } from './untouched-store.ts'

type Limits = { timeout?: number; signal?: AbortSignal | undefined }

/** A quick check reads each page; a whole one also compares the indexes with their tables. */
const pragmas = { quick: 'quick_check', whole: 'integrity_check' } as const

/** SQLite's check cannot be interrupted and may take minutes, so a process of its own makes it, which can be ended. */
const program = `
  const { DatabaseSync } = require('node:sqlite')
  const store = new DatabaseSync(new URL(process.argv[1]), { readOnly: true, timeout: 10000 })
  console.log(Object.values(store.prepare('pragma ' + process.argv[2] + '(1)').get())[0])`

/** What SQLite says of the pages of a store: "ok", or the first damage. Null when it took too long. */
export function verdictOnPages(
  file: string,
  kind: keyof typeof pragmas,
  { timeout, signal }: Limits = {},
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      ['--no-warnings', '-e', program, untouched(file).href, pragmas[kind]],
      { timeout, signal, killSignal: 'SIGKILL' },
      (error, output, errors) => {
        if (!error) resolve(output.trim().replaceAll(/\s+/g, ' '))
        else if (signal?.aborted) reject(error)
        else if (timeout !== undefined && error.killed) resolve(null)
        else resolve(/Error: (.*)/.exec(errors)?.[1] ?? error.message)
      },
    )
  })
}
