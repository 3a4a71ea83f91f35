import { createHmac, randomBytes } from 'node:crypto'
import { equalSecrets } from '../../lib/secrets/tokens.ts'

/**
 * Anti-forgery tokens: a nonce and its HMAC with the session (or signed-out visitor). Nothing is stored, and a token
 * made for one session is refused in every other.
 */
export type Csrf = ReturnType<typeof createCsrf>

export function createCsrf(key: Uint8Array) {
  const mac = (nonce: string, binding: string) =>
    createHmac('sha256', key).update(`${nonce}.${binding}`).digest('base64url')
  return {
    issue(binding: string): string {
      const nonce = randomBytes(16).toString('base64url')
      return `${nonce}.${mac(nonce, binding)}`
    },
    accepts(token: string | undefined, binding: string): boolean {
      const [nonce, signature, ...rest] = (token ?? '').split('.')
      if (!nonce || !signature || rest.length > 0) return false
      return equalSecrets(signature, mac(nonce, binding))
    },
  }
}
