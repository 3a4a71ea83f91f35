import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { ExampleRun } from './example-runs.ts'

const execute = promisify(execFile)
const projects = join(import.meta.dirname, 'projects')
/** Node.js looks for a program's packages in the folders above it. */
const withPackages = join(import.meta.dirname, '../../../../node_modules/.cache')

/** Puts the code into its project, beside these files, and runs it. Returns its output; throws when it fails. */
export async function runExample(
  run: ExampleRun,
  code: string,
  files: Record<string, string> = {},
): Promise<string> {
  const node = run.command[0] === process.execPath
  if (node) await mkdir(withPackages, { recursive: true })
  const folder = await mkdtemp(join(node ? withPackages : tmpdir(), 'mailstop-example-'))
  try {
    if (run.project) await cp(join(projects, run.project), folder, { recursive: true })
    const file = join(folder, run.file)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, code)
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    const [program, ...args] = run.command
    const env = { ...process.env, ...run.env }
    const { stdout } = await execute(program, args, { cwd: folder, env })
    return stdout
  } finally {
    await rm(folder, { recursive: true })
  }
}
