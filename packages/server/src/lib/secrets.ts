import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

// Secrets that must be shown again are stored encrypted (AES-256-GCM) and bound to their owner by
// `context`, so that a value copied to another row of the table does not open there.

const nonceBytes = 12
const tagBytes = 16

/** Encrypts `text` for storage. `key` is 32 bytes; `context` names the owner. */
export function seal(key: Uint8Array, context: string, text: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** The text that was sealed. Throws when the key, the context or the value is not the one it was. */
export function open(key: Uint8Array, context: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const nonce = bytes.subarray(0, nonceBytes)
  const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes)
  try {
    const cipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
    cipher.setAAD(Buffer.from(context)).setAuthTag(tag)
    return (
      cipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + cipher.final('utf8')
    )
  } catch (cause) {
    throw new Error(`A stored secret (${context}) does not open: has APP_KEY changed?`, { cause })
  }
}
