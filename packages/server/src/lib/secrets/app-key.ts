import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readPlainFile, writeSecretFile } from '../plain-file.ts'

export type KeyPurpose =
  | 'csrf'
  | 'forwards'
  | 'stopping'
  | 'seal'
  | 'links'
  | 'outbox'
  | 'demo'
  | 'first-account'
  | 'invite-links'
  | 'guards'
  | 'sign-in'
  | 'webhooks'

const bytesNeeded = 32
const mostFileBytes = 65_536

/**
 * A key for one purpose, derived from the application's key (HKDF, RFC 5869): what is made with one
 * is worthless to the others.
 */
export function deriveKey(appKey: Uint8Array, purpose: KeyPurpose): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', appKey, '', `mailstop:${purpose}`, bytesNeeded))
}

export const appKeyFile = (dataDir: string): string => join(dataDir, 'app-key')

/**
 * The application's key when none is configured: made once, kept in the data folder, readable by its
 * owner alone. The caller holds the folder's lock. Without the key the sealed SMTP passwords are lost,
 * so a damaged file is an error and is not replaced.
 */
export function loadOrCreateAppKey(dataDir: string): Uint8Array {
  const file = appKeyFile(dataDir)
  if (!existsSync(file)) {
    writeSecretFile(file, `${randomBytes(bytesNeeded).toString('base64')}\n`)
  }
  const key = Buffer.from(readPlainFile(file, mostFileBytes), 'base64')
  // A restored one may be longer: any key that APP_KEY may be.
  if (key.length < bytesNeeded) throw new Error(`${file} does not hold a key of 32 bytes`)
  return new Uint8Array(key)
}
