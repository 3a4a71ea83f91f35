import { accessSync, constants } from 'node:fs'
import { parentVariable } from './parent-process.ts'

/**
 * Options for V8: without them, memory for new objects would grow to 64 MB, and garbage to twice what is used. With
 * Postgres the rows of a batch are made in this thread and wait there for the answer: with the 4 MB that are enough
 * for SQLite, which writes in a thread of its own, collecting garbage takes a third of the time.
 */
const flags = (megabytes: 4 | 16) => [
  `--max-semi-space-size=${megabytes}`,
  '--heap-growing-percent=50',
]
/**
 * Settings of glibc (mallopt(3)). By itself it keeps up to 64 MB of freed memory in the arena of each thread once
 * blocks of that size were freed, as each hash of a password does.
 */
const variables = { MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '2' }

/**
 * Replaces this process by one with settings that a process has to be started with, under the same id. Returns
 * in the one that has them, and where no process can be replaced: there it needs more memory.
 */
export function startWithMemorySettings(): void {
  const { execve, execPath, execArgv, argv, env, connected } = process
  // A parent that talks to this process over a channel would lose it.
  if (!execve || connected || process.platform === 'win32') return
  if (Object.keys(variables).every((name) => env[name] !== undefined)) return
  const hasPostgres = Boolean(env['DATABASE_URL'] || env['DATABASE_URL_FILE'])
  const words = [execPath, ...flags(hasPostgres ? 16 : 4), ...execArgv, ...argv.slice(1)]
  try {
    // Node ends at once where the system refuses, so what can be known is asked before: an upgrade may have
    // removed this program meanwhile.
    accessSync(execPath, constants.X_OK)
    execve(execPath, words, { ...variables, ...env, ...parentVariable() })
  } catch {
    // Nor may it where Node's permissions are restricted.
  }
}
