import type { Sql } from '../../../db/database.ts'
import { addressKey } from '../../../lib/network/address-key.ts'
import { createSigner } from '../../../lib/secrets/signed-link.ts'
import { sha256Hex } from '../../../lib/secrets/tokens.ts'
import { userByEmail } from '../account-store.ts'

const lifetimeMs = 7 * 24 * 60 * 60_000

/** The hash is cut so that the token is no longer than an invitation's. */
const nameOf = (email: string) => sha256Hex(addressKey(email)).slice(0, 32)

/**
 * The operator's link to make an account for the configured address, in every registration mode, also when others
 * have registered. It works until that address has an account, and is made again at each start until then.
 */
export function createFirstAccount(deps: {
  db: { sql: Sql }
  key: Uint8Array
  email: string | null
  publicUrl: URL
  now: () => number
}) {
  const { db, key, email, publicUrl, now } = deps
  const signer = createSigner(key, now)
  const isThere = async (address: string) =>
    (await userByEmail(db.sql, addressKey(address))) !== undefined
  return {
    /** Null when no address is configured, or it has an account. */
    async link(): Promise<URL | null> {
      if (email === null || (await isThere(email))) return null
      const url = new URL('register', publicUrl)
      url.searchParams.set('email', email)
      url.searchParams.set('invite', signer.sign({ path: [nameOf(email)], userId: 0 }, lifetimeMs))
      return url
    },
    /** Whether a token is from such a link for that address, which needs no other proof then. */
    async allows(address: string, token: string): Promise<boolean> {
      if (email === null || addressKey(email) !== addressKey(address)) return false
      return signer.verify(token, [nameOf(email)]) !== null && !(await isThere(email))
    },
  }
}
