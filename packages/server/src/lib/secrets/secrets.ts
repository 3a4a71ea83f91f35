import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

// Secrets that must be shown again are stored encrypted (AES-256-GCM) and bound to their owner by
// `context`, so that a value copied to another row of the table does not open there.

const nonceBytes = 12
const tagBytes = 16

/** Encrypts `bytes` for storage. `key` is 32 bytes; `context` names the owner. */
export function sealBytes(key: Uint8Array, context: string, bytes: Uint8Array): Uint8Array {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  const sealed = [cipher.update(bytes), cipher.final()]
  return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]))
}

/** The bytes that were sealed. Throws when the key, the context or the value is not the one it was. */
export function openBytes(key: Uint8Array, context: string, sealed: Uint8Array): Uint8Array {
  const nonce = sealed.subarray(0, nonceBytes)
  const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes)
  try {
    const cipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
    cipher.setAAD(Buffer.from(context)).setAuthTag(tag)
    const opened = [cipher.update(sealed.subarray(nonceBytes + tagBytes)), cipher.final()]
    return new Uint8Array(Buffer.concat(opened))
  } catch (cause) {
    throw new Error(
      `A stored secret (${context}) does not open: has APP_KEY, or app-key in the data folder, changed?`,
      { cause },
    )
  }
}

export function seal(key: Uint8Array, context: string, text: string): string {
  return Buffer.from(sealBytes(key, context, Buffer.from(text))).toString('base64url')
}

export function open(key: Uint8Array, context: string, sealed: string): string {
  return Buffer.from(openBytes(key, context, Buffer.from(sealed, 'base64url'))).toString()
}
