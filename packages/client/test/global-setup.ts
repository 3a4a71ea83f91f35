import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { installTools, tools } from '../../../scripts/lib/debian-packages.mjs'
import { makeClientPackage } from '../../../scripts/packages/client-package.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    clientPackage: { tarball: string; files: string[] }
    chromium: string
  }
}

/** Packs the client once, before the tests that install it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await installTools([tools.chromium, tools.curl, tools.jq])
  project.provide('chromium', (await tools.chromium.find()) ?? '')
  const folder = await mkdtemp(join(tmpdir(), 'mailstop-client-'))
  const source = await makeClientPackage(process.execPath)
  const args = ['pack', source, '--json', '--pack-destination', folder]
  const { stdout } = await promisify(execFile)('npm', args)
  const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[]
  if (!packed) throw new Error('npm packed nothing')
  const files = packed.files.map(({ path }) => path)
  project.provide('clientPackage', { tarball: join(folder, packed.filename), files })
  return () => rm(folder, { recursive: true })
}
