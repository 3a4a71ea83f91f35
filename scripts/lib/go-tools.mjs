// Programs that are written in Go and that tests use. Each is installed once, at its exact version, into a folder of
// this user's cache, since building one takes minutes.

import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { arch, homedir } from 'node:os'
import { join } from 'node:path'
import { installTools, tools } from './debian-packages.mjs'
import { runPhase } from './phase.mjs'
import { run } from './run.mjs'

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
  const env = { ...process.env, GOBIN: making, GOTOOLCHAIN: 'auto', GOFLAGS: '-buildvcs=false' }
  await runPhase(`Installing ${source}`, await recentGo(), ['install', source], { env })
  // Renames it in one step: another run may be waiting for it.
  await rename(join(making, name), program)
  await rm(making, { recursive: true })
  return program
}

/**
 * A Go that fetches a newer one by itself where a module asks for it, as Go does since 1.21. Debian 12 has 1.19, which
 * can download the newer one as a module.
 */
async function recentGo() {
  const { stdout } = await run('go', ['env', 'GOVERSION'])
  if (Number(/^go1\.(\d+)/.exec(stdout.trim())?.[1]) >= 21) return 'go'
  const machine = arch() === 'arm64' ? 'arm64' : 'amd64'
  const module = `golang.org/toolchain@v0.0.1-go1.26.8.linux-${machine}`
  const env = { ...process.env, GOMODCACHE: join(cache, 'go-modules'), GOFLAGS: '-modcacherw' }
  await runPhase('Downloading a newer Go', 'go', ['mod', 'download', module], { env })
  const folder = join(cache, 'go-modules', module)
  // Files of a module are not executable.
  for (const place of ['bin', 'pkg/tool']) {
    const files = await readdir(join(folder, place), { recursive: true })
    await Promise.all(files.map((file) => chmod(join(folder, place, file), 0o755)))
  }
  return join(folder, 'bin/go')
}
