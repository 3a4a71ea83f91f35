import { hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type KeyPurpose = 'csrf' | 'seal' | 'links' | 'outbox' | 'demo'

const bytesNeeded = 32

/**
 * A key for one purpose, derived from the application's key (HKDF, RFC 5869): what is made with one
 * is worthless to the others.
 */
export function deriveKey(appKey: Uint8Array, purpose: KeyPurpose): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', appKey, '', `mailstop:${purpose}`, bytesNeeded))
}

/**
 * The application's key when none is configured: made once, kept in the data folder, readable by its
 * owner alone. Whoever loses it loses the sealed SMTP passwords, so a damaged file is an error.
 */
export function loadOrCreateAppKey(dataDir: string): Uint8Array {
  const file = join(dataDir, 'app-key')
  try {
    const text = `${randomBytes(bytesNeeded).toString('base64')}\n`
    writeFileSync(file, text, { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const key = Buffer.from(readFileSync(file, 'utf8'), 'base64')
  if (key.length !== bytesNeeded) throw new Error(`${file} does not hold a key of 32 bytes`)
  return new Uint8Array(key)
}
