import { totalmem } from 'node:os'
import { resolve } from 'node:path'
import type { configVariables } from '../config-variables.ts'
import { loadConfig, type Config, type LoadedConfig } from '../config.ts'
import { readSecretFiles } from './secret-files.ts'
import { fail } from './terminal.ts'

export type NamedFiles = Pick<Config, 'smtpTls' | 'notices'>

/** The configuration that the environment of this process asks for. Ends the process when it is not valid. */
export function readSettings() {
  const loaded = loadSettings()
  if (!loaded.ok) fail(['The configuration is not valid:', ...loaded.problems.map((p) => `  ${p}`)])
  return loaded
}

/** The same, or every problem at once. */
export function loadSettings(): LoadedConfig {
  // A container has less than its machine; 0 stands for no limit.
  const memoryBytes = Math.min(process.constrainedMemory() || Infinity, totalmem())
  const { env, problems } = readSecretFiles(process.env)
  const loaded = loadConfig(env, memoryBytes)
  const all = loaded.ok ? problems : [...problems, ...loaded.problems]
  if (!loaded.ok || all.length > 0) return { ok: false, problems: all }
  const config = { ...loaded.config, dataDir: resolve(loaded.config.dataDir) }
  return { ...loaded, config }
}

/** The files that settings name, whether or not the settings are valid. */
export function readNamedFiles(): NamedFiles {
  const named = (name: keyof typeof configVariables) => process.env[name]?.trim() || null
  const [certFile, keyFile] = [named('SMTP_TLS_CERT'), named('SMTP_TLS_KEY')]
  return {
    smtpTls: certFile !== null && keyFile !== null ? { certFile, keyFile } : null,
    notices: { terms: named('TERMS_FILE'), privacy: named('PRIVACY_FILE') },
  }
}
