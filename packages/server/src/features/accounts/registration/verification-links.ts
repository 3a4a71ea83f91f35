import type { Tx } from '../../../db/database.ts'
import { randomToken, sha256Hex } from '../../../lib/secrets/tokens.ts'
import { linkLifetimeMs } from '../account-rules.ts'
import { replaceToken } from '../account-store.ts'

/** Makes a link that proves an address to be a user's; the user's earlier links become void. */
export type IssueLink = (tx: Tx, user: { id: number; email: string }) => Promise<URL>

type LinkDeps = { publicUrl: URL; now: () => number }

export function createVerificationLinks({ publicUrl, now }: LinkDeps): IssueLink {
  return async (tx, { id, email }) => {
    const token = randomToken()
    await replaceToken(tx, {
      id: sha256Hex(token),
      user_id: id,
      purpose: 'verify_email',
      email,
      created_at: now(),
      expires_at: now() + linkLifetimeMs,
    })
    return new URL(`verify-email/${token}`, publicUrl)
  }
}
