import { createHmac } from 'node:crypto'
import { equalSecrets } from './tokens.ts'

/** What a link opens, and for which user. `path` has its kind and then the thing, as `['source', 7, 123]`. */
export type LinkPayload = { path: (string | number)[]; userId: number }

export type Signer = ReturnType<typeof createSigner>

/** Signs links with HMAC-SHA-256, so that no table of links is needed. `key` serves nothing else. */
export function createSigner(key: Uint8Array, now: () => number) {
  const mac = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  return {
    /** A token for a URL that lives for `lifetimeMs`. */
    sign({ path, userId }: LinkPayload, lifetimeMs: number): string {
      const text = Buffer.from(JSON.stringify([now() + lifetimeMs, userId, ...path])).toString(
        'base64url',
      )
      return `${text}.${mac(text)}`
    },
    /** What was signed, or null when the token is forged, damaged, too old or of none of these kinds. */
    verify(token: string, kinds: readonly string[]): LinkPayload | null {
      const [text, signature, ...rest] = token.split('.')
      if (!text || !signature || rest.length > 0) return null
      if (!equalSecrets(signature, mac(text))) return null
      const signed: unknown[] = JSON.parse(Buffer.from(text, 'base64url').toString())
      const [expiresAt, userId, ...path] = signed
      if (typeof expiresAt !== 'number' || typeof userId !== 'number') return null
      if (!path.every((part) => typeof part === 'string' || typeof part === 'number')) return null
      return now() < expiresAt && kinds.some((kind) => kind === path[0]) ? { path, userId } : null
    },
  }
}
