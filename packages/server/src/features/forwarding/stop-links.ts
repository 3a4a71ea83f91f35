import { createHmac } from 'node:crypto'
import { equalSecrets } from '../../lib/tokens.ts'

/**
 * The links by which whoever gets forwarded mail can end that. Each is signed for one rule and the
 * address that it has, needs no row, and is good for as long as that rule has that address: also from
 * a mail that is found again years later.
 */
export type StopLinks = ReturnType<typeof createStopLinks>

type Named = { id: number; email_key: string }

export function createStopLinks({ key, publicUrl }: { key: Uint8Array; publicUrl: URL }) {
  const tokenOf = ({ id, email_key }: Named) => {
    const signature = createHmac('sha256', key).update(JSON.stringify([id, email_key]))
    return `${id}-${signature.digest('base64url')}`
  }
  return {
    urlOf: (rule: Named): URL => new URL(`/forwarding/stop/${tokenOf(rule)}`, publicUrl),
    /** Which rule a token speaks of; null when it is none of ours. Proves nothing yet. */
    ruleIn(token: string): number | null {
      const [, id] = /^([1-9]\d{0,14})-[\w-]{43}$/.exec(token) ?? []
      return id === undefined ? null : Number(id)
    },
    proves: (token: string, rule: Named): boolean => equalSecrets(token, tokenOf(rule)),
  }
}
