// Programs that are written in Go and that tests use. Each is installed once, at its exact version, into a folder of
// this user's cache, since building one takes minutes.

import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { installTools, tools } from './debian-packages.mjs'
import { runPhase } from './phase.mjs'

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'mailstop-tests')

const programs = {
  actionlint: 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12',
  helm: 'helm.sh/helm/v3/cmd/helm@v3.22.0',
  // A server that speaks S3 and keeps its objects in a folder.
  versitygw: 'github.com/versity/versitygw/cmd/versitygw@v1.8.0',
}

/** The path of the program. Ends the process when it cannot be installed. @param {keyof typeof programs} name */
export async function goTool(name) {
  const source = programs[name]
  const folder = join(cache, `${name}-${source.split('@')[1]}`)
  const program = join(folder, name)
  if (existsSync(program)) return program
  await installTools([tools.go])
  await mkdir(folder, { recursive: true })
  const making = await mkdtemp(join(folder, 'making-'))
  // Where Debian's Go is older than the module asks for, it fetches the one that is needed.
  const env = { ...process.env, GOBIN: making, GOTOOLCHAIN: 'auto', GOFLAGS: '-buildvcs=false' }
  await runPhase(`Installing ${source}`, 'go', ['install', source], { env })
  // Renames it in one step: another run may be waiting for it.
  await rename(join(making, name), program)
  await rm(making, { recursive: true })
  return program
}
