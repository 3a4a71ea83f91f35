import { createHmac } from 'node:crypto'
import { equalSecrets } from '../../lib/tokens.ts'

type StopClaim = { kind: 'address'; emailKey: string } | { kind: 'rule'; ruleId: number }

/**
 * The links by which a recipient ends mail that others caused. Each is signed for one
 * address, needs no row, and is good for ever: also from a mail that is found again years later.
 * Links of another kind name a rule instead of an address; mail of earlier versions carries them.
 */
export function createStopLinks({ key, publicUrl }: { key: Uint8Array; publicUrl: URL }) {
  const sign = (signed: (string | number)[]) =>
    createHmac('sha256', key).update(JSON.stringify(signed)).digest('base64url')

  const tokenOf = (emailKey: string) =>
    `a-${Buffer.from(emailKey).toString('base64url')}-${sign(['address', emailKey])}`

  return {
    urlOf: (emailKey: string): URL => new URL(`/forwarding/stop/${tokenOf(emailKey)}`, publicUrl),
    /** What a token speaks of; null when it is none of ours. Proves nothing yet. */
    claimIn(token: string): StopClaim | null {
      const [, kind, named = ''] = /^(a-|)([\w-]{1,350})-[\w-]{43}$/.exec(token) ?? []
      if (kind === 'a-') {
        return { kind: 'address', emailKey: Buffer.from(named, 'base64url').toString() }
      }
      return /^[1-9]\d{0,14}$/.test(named) ? { kind: 'rule', ruleId: Number(named) } : null
    },
    /** Whether the token was signed for this claim; that of a rule, while it has this address. */
    proves(token: string, claim: StopClaim, emailKey: string): boolean {
      const expected =
        claim.kind === 'address'
          ? tokenOf(emailKey)
          : `${claim.ruleId}-${sign([claim.ruleId, emailKey])}`
      return equalSecrets(token, expected)
    },
  }
}
