import { execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Start } from './footprint-start.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The packaged server, which is the build copied to a folder of its own, and `npm start` in a checkout. */
export function footprintForms(before: string | undefined): Start[] {
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' })
  return [
    { name: 'packaged', command: process.execPath, args: [packaged()], cwd: root },
    clone('npm start', root),
    ...(before === undefined ? [] : [clone('npm start before', resolve(before))]),
  ]
}

const clone = (name: string, cwd: string): Start => ({
  name,
  command: 'npm',
  args: ['start', '--silent'],
  cwd,
})

function packaged(): string {
  // Below the packages of this checkout, for the one that is not part of the build.
  const folder = join(root, 'node_modules/.cache/packaged')
  rmSync(folder, { recursive: true, force: true })
  const isPackaged = (path: string) => basename(path) !== 'compiled'
  cpSync(join(root, 'packages/server/dist'), join(folder, 'dist'), {
    recursive: true,
    filter: isPackaged,
  })
  cpSync(join(root, 'packages/web/dist'), join(folder, 'web'), { recursive: true })
  cpSync(join(root, 'packages/server/package.json'), join(folder, 'package.json'))
  return join(folder, 'dist/main.js')
}
