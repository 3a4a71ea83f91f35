import { readFileSync } from 'node:fs'
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
    return { problem: `${file} cannot be read: ${error instanceof Error ? error.message : ''}` }
  }
  const url = URL.parse(text.trim())
  const isServer = url && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== ''
  if (isServer) return { url: url.href }
  return { problem: `${source} must be a URL such as smtp://user:password@localhost:2525` }
}
