// Programs that are written in Go and that the checks of packages use. Each is installed once, at its
// exact version, into node_modules.

import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { installTools, tools } from './debian-packages.mjs'
import { phase } from './phase.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'

const folder = join(root, 'node_modules', '.cache', 'go', 'bin')

const programs = {
  actionlint: 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12',
  helm: 'helm.sh/helm/v3/cmd/helm@v3.22.0',
}

/** The path of the program. Ends the process when it cannot be installed. @param {keyof typeof programs} name */
export async function goTool(name) {
  const source = programs[name]
  const path = join(folder, `${name}-${source.split('@')[1]}`)
  if (existsSync(path)) return path
  await installTools([tools.go])
  await mkdir(folder, { recursive: true })
  const { code, output } = await phase(`Installing ${source}`, () =>
    run('go', ['install', source], { env: { ...process.env, GOBIN: folder } }),
  )
  if (code !== 0) {
    console.error(`\ngo install ${source} failed:\n\n${output}`)
    process.exit(1)
  }
  await rename(join(folder, name), path)
  return path
}
