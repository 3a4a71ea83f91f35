import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { resolve } from 'node:path'
import { serveModes, type configVariables, type ServeMode } from '../config/config-variables.ts'
import { loadConfig, type Config, type LoadedConfig } from '../config/config.ts'
import { isClone, productFolder } from '../product-files.ts'
import {
  folderInUse,
  holdsMail,
  usualFolder,
  type FolderKind,
} from './data-folders/usual-folder.ts'
import { readReason } from './files/file-reasons.ts'
import { readSecretFiles } from './files/secret-files.ts'
import { fail } from './terminal.ts'

/** What stands above the environment: settings by the names of their variables. */
type Above = {
  settings?: Record<string, string>
  /** The mode of a process that serves; null where MAILSTOP_MODE says it. */
  mode?: ServeMode | null
  /** The kind of the data folder where none is named; left out, it is that of the mode, or the one that is there. */
  folder?: FolderKind
}
export type NamedFiles = Pick<Config, 'smtpTls' | 'httpTls' | 'notices'>

export function readSettings(above: Above = {}) {
  const loaded = loadSettings(above)
  if (!loaded.ok) fail(['The configuration is not valid:', ...loaded.problems.map((p) => `  ${p}`)])
  return loaded
}

/** The same, or every problem at once. */
export function loadSettings({ settings = {}, mode, folder }: Above = {}): LoadedConfig {
  // A container has less than its machine; 0 means no limit.
  const memoryBytes = Math.min(process.constrainedMemory() || Infinity, totalmem())
  const { env, problems } = readSecretFiles({ ...process.env, ...settings })
  const served = mode === undefined ? 'accounts' : (mode ?? modeOf(env))
  const loaded = loadConfig(env, memoryBytes, served)
  // Other commands are the same for every mode.
  if (mode !== undefined && served === 'accounts' && env['OPEN_HOSTS']?.trim()) {
    problems.push('OPEN_HOSTS must not be set with accounts, where PUBLIC_URL is the one name')
  }
  const all = loaded.ok ? problems : [...problems, ...loaded.problems]
  if (!loaded.ok || all.length > 0) return { ok: false, problems: all }
  const named = env['DATA_DIR']?.trim() ? loaded.config.dataDir : null
  const kind = folder ?? (mode === undefined ? null : loaded.config.isOpen ? 'open' : 'accounts')
  const dataDir = named ?? (kind ? usualFolder(dataBase(), kind) : folderInUse(dataBase()))
  const config = { ...loaded.config, dataDir: resolve(dataDir) }
  return { ...loaded, config }
}

/** Another folder of open mode that has mail, where the folder was not chosen by name. */
export function openFolderBeside(dataDir: string, named = namedDataDir()): string | null {
  const open = resolve(usualFolder(dataBase(), 'open'))
  return named === null && open !== dataDir && holdsMail(open) ? open : null
}

/** A project where `npx` runs often has its own folder named "data". */
export const dataBase = (): string =>
  productFolder() === null || isClone() ? 'data' : 'mailstop-data'

/** A mode that does not exist is one of the problems of the configuration. */
const modeOf = ({ MAILSTOP_MODE: asked }: NodeJS.ProcessEnv): ServeMode =>
  serveModes.find((mode) => mode === asked?.trim()) ?? 'accounts'

/** Where the environment says that data is kept; null: nowhere. */
export const namedDataDir = (): string | null => process.env['DATA_DIR']?.trim() || null

/**
 * Where `sendmail` sends: the URL in a file, or in the environment. It holds a password, so it is never an
 * argument.
 */
export function readSmtpUrl(file: string | null): { url: string } | { problem: string } {
  const source = file ?? 'MAILSTOP_SMTP_URL'
  let text = process.env['MAILSTOP_SMTP_URL'] ?? ''
  try {
    if (file !== null) text = readFileSync(file, 'utf8').split('\n')[0] ?? ''
  } catch (error) {
    return { problem: `${file} cannot be read: ${readReason(error as Error)}` }
  }
  if (text.trim() === '' && file === null) {
    return {
      problem: 'No server is configured: set MAILSTOP_SMTP_URL, or name a file by --url-file',
    }
  }
  const url = URL.parse(text.trim())
  const isServer = url && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== ''
  if (isServer) return { url: url.href }
  return { problem: `${source} must be a URL such as smtp://user:password@localhost:2525` }
}

/** The files that settings name, whether or not the settings are valid. */
export function readNamedFiles(): NamedFiles {
  const named = (name: keyof typeof configVariables) => process.env[name]?.trim() || null
  const pairOf = (server: 'SMTP' | 'HTTP') => {
    const [certFile, keyFile] = [named(`${server}_TLS_CERT`), named(`${server}_TLS_KEY`)]
    return certFile !== null && keyFile !== null ? { certFile, keyFile } : null
  }
  return {
    smtpTls: pairOf('SMTP'),
    httpTls: pairOf('HTTP'),
    notices: { terms: named('TERMS_FILE'), privacy: named('PRIVACY_FILE') },
  }
}
