import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { cacheDir } from '../targets/cache.ts'

/** The machine and the state of the code that numbers belong to. */
export function circumstances() {
  return {
    at: new Date().toISOString(),
    command: `node ${process.argv.slice(1).join(' ')}`,
    commit: git('rev-parse', '--short', 'HEAD') || 'unknown',
    changedFiles: git('status', '--porcelain').split('\n').filter(Boolean).length,
    node: process.version,
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    /** Other work on the machine makes every number worse, and some more than others. */
    loadBefore: loadavg()[0] ?? 0,
  }
}

export type Circumstances = ReturnType<typeof circumstances>

/** Empty where the code is not a checkout with a history, as from an archive. */
function git(...args: string[]): string {
  const { stdout } = spawnSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' })
  return stdout?.trim() ?? ''
}

/** Keeps the raw numbers of a run with where they come from; returns the path. */
export function keepResults(bench: string, at: Circumstances, results: object): string {
  const folder = join(cacheDir, 'results')
  mkdirSync(folder, { recursive: true })
  const name = `${bench}-${at.at.replaceAll(/[:.]/g, '-')}.json`
  const path = join(folder, name)
  writeFileSync(path, `${JSON.stringify({ ...at, ...results }, null, 2)}\n`)
  return path
}
