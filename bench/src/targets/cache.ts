import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What the benches download once and the results they leave, outside the workspace's packages. */
export const cacheDir = fileURLToPath(new URL('../../.cache', import.meta.url))

/** The folder of that name, made by `fill` the first time; half-filled ones are never seen. */
export function cached(name: string, fill: (folder: string) => void): string {
  const folder = join(cacheDir, name)
  if (existsSync(folder)) return folder
  console.log(`Fetching ${name} into ${folder}`)
  const filling = `${folder}.filling`
  rmSync(filling, { recursive: true, force: true })
  mkdirSync(filling, { recursive: true })
  fill(filling)
  renameSync(filling, folder)
  return folder
}

/** Runs a command there; throws with what it said when it fails. */
export function runIn(folder: string, command: string, args: string[]): string {
  // npm starts under the Node that runs the bench.
  const path = `${dirname(process.execPath)}:${process.env.PATH}`
  return execFileSync(command, args, {
    cwd: folder,
    env: { ...process.env, PATH: path },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
