import { totalmem } from 'node:os'
import { resolve } from 'node:path'
import { loadConfig } from '../config.ts'
import { fail } from './terminal.ts'

/** What stands above the environment: settings by the names of their variables, and open mode. */
type Above = { settings?: Record<string, string>; open?: boolean }

/** The configuration that the environment of this process asks for. Ends the process when it is not valid. */
export function readSettings({ settings = {}, open = false }: Above = {}) {
  // A container has less than its machine; 0 stands for no limit.
  const memoryBytes = Math.min(process.constrainedMemory() || Infinity, totalmem())
  const loaded = loadConfig({ ...process.env, ...settings }, memoryBytes, open)
  if (!loaded.ok) fail(['The configuration is not valid:', ...loaded.problems.map((p) => `  ${p}`)])
  const config = { ...loaded.config, dataDir: resolve(loaded.config.dataDir) }
  return { config, secrets: loaded.secrets }
}
