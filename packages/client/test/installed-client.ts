import { execFile, type ExecFileException } from 'node:child_process'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { inject } from 'vitest'
import { newFolder } from '../../server/test/support/new-folder.ts'

/** The package as its users get it: packed by npm and installed into an empty folder. */

export type Run = { code: number; stdout: string; stderr: string }

const packages = resolve(import.meta.dirname, '../../../node_modules')

export type Installed = {
  folder: string
  /** The names of the packed files. */
  files: string[]
  write(files: Record<string, string>): Promise<void>
  run(program: string, args: string[], env?: Record<string, string>): Promise<Run>
}

/** `beside` are packages that its users have too. */
export async function installClient(beside: string[] = []): Promise<Installed> {
  const folder = newFolder()
  const run = (program: string, args: string[], env = {}) => runIn(folder, program, args, env)
  const { tarball, files } = inject('clientPackage')
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  // The client needs no other package, so no registry is asked.
  const flags = ['--offline', '--no-audit', '--no-fund', '--omit=peer', '--no-package-lock']
  const installed = await run('npm', ['install', tarball, ...flags])
  if (installed.code !== 0) throw new Error(installed.stderr)
  for (const name of beside) {
    const target = join(folder, 'node_modules', name)
    await mkdir(dirname(target), { recursive: true })
    await symlink(join(packages, name), target)
  }
  return {
    folder,
    files,
    run,
    async write(sources) {
      for (const [name, text] of Object.entries(sources)) {
        await writeFile(join(folder, name), text)
      }
    },
  }
}

export function runIn(
  cwd: string,
  program: string,
  args: string[],
  env: Record<string, string>,
): Promise<Run> {
  const { PATH, HOME } = process.env
  const options = { cwd, env: { PATH, HOME, npm_config_update_notifier: 'false', ...env } }
  return new Promise((done) => {
    execFile(program, args, options, (error: ExecFileException | null, stdout, stderr) =>
      done({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
    )
  })
}

/** Where the package is installed, npx runs this program; npm itself would take most of a test's time. */
export const npx =
  'npx() { [ "$1" = @mailstop/client ] || return 0; shift; node_modules/.bin/mailstop-client "$@"; }'

/** A program of this checkout. */
export const tool = (path: string) => join(packages, path)
