import { totalmem } from 'node:os'
import { resolve } from 'node:path'
import { loadConfig } from '../config.ts'
import { fail } from './terminal.ts'

/** The configuration that the environment of this process asks for. Ends the process when it is not valid. */
export function readSettings() {
  // A container has less than its machine; 0 stands for no limit.
  const memoryBytes = Math.min(process.constrainedMemory() || Infinity, totalmem())
  const loaded = loadConfig(process.env, memoryBytes)
  if (!loaded.ok) fail(['The configuration is not valid:', ...loaded.problems.map((p) => `  ${p}`)])
  const config = { ...loaded.config, dataDir: resolve(loaded.config.dataDir) }
  return { config, secrets: loaded.secrets }
}

/** Whether npm runs this process as `npm start` or `npx mailstop`, and not within a script of its user. */
export const isStartedByNpm = (): boolean =>
  ['start', 'npx'].includes(process.env['npm_lifecycle_event'] ?? '')
