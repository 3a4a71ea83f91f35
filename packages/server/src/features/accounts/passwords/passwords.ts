import type { FairShares } from '../../../lib/shares/fair-shares.ts'
import { randomToken } from '../../../lib/secrets/tokens.ts'
import { fitsHash, hashPassword } from './password-hash.ts'

export type Passwords = ReturnType<typeof createPasswords>

export type PasswordCost = { memoryKb: number; passes: number }

/**
 * Argon2id, computed off the main thread. The default cost is the first choice of OWASP's password
 * storage advice: 19 MiB, 2 passes, 1 lane. A stored hash carries its own cost.
 * `shares` are slots for that work.
 */
export function createPasswords(
  shares: FairShares,
  cost: PasswordCost = { memoryKb: 19_456, passes: 2 },
) {
  const hash = (password: string) => hashPassword(password, { ...cost, lanes: 1 })
  let decoyHash: Promise<string> | undefined
  return {
    hash: (password: string): Promise<string> => shares.within(1, () => hash(canonical(password))),
    /**
     * With no stored hash, or an empty one, it costs the same and answers false: its time shows neither who has an
     * account nor who has a password.
     */
    async verify(stored: string | null, password: string): Promise<boolean> {
      // The first caller makes it, known or not: a later moment would show who is unknown.
      decoyHash ??= hash(randomToken())
      const decoy = await decoyHash
      const against = stored || decoy
      const fits = await shares.within(1, () => fitsHash(against, canonical(password)))
      return fits && Boolean(stored)
    },
  }
}

/** The same password typed on different systems is the same bytes (NIST SP 800-63B, 3.1.1.2). */
const canonical = (password: string) => password.normalize('NFKC')
