// A server that speaks S3 and keeps its objects in a folder, for tests. It is built once from its Go module.

import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { installTools, tools } from './debian-packages.mjs'
import { run } from './run.mjs'

const version = 'v1.8.0'

/** The path of its program, which is installed when it is missing. */
export async function versitygw() {
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache')
  const folder = join(cache, 'mailstop-tests', `versitygw-${version}`)
  const program = join(folder, 'versitygw')
  if (existsSync(program)) return program
  await installTools([tools.go])
  mkdirSync(folder, { recursive: true })
  console.log(`Building versitygw ${version}, which takes some minutes the first time`)
  const module = `github.com/versity/versitygw/cmd/versitygw@${version}`
  // Where Debian's Go is older than the module asks for, it fetches the one that is needed.
  const making = mkdtempSync(join(folder, 'making-'))
  const env = { ...process.env, GOBIN: making, GOTOOLCHAIN: 'auto', GOFLAGS: '-buildvcs=false' }
  const { code, output } = await run('go', ['install', module], { env })
  if (code !== 0) throw new Error(`versitygw could not be built:\n${output}`)
  // Renames it in one step: another run may be waiting for it.
  renameSync(join(making, 'versitygw'), program)
  rmSync(making, { recursive: true })
  return program
}
