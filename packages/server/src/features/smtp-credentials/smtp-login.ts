import { asSharer } from '../../actor.ts'
import type { Sql } from '../../db/database.ts'
import { equalSecrets } from '../../lib/secrets/tokens.ts'
import { keepNewest } from '../../lib/shares/newest-kept.ts'
import { readLogin } from '../../lib/tagged-login.ts'
import { openPassword, type SmtpLoginPair } from './credential-secrets.ts'
import { activeCredentials } from './smtp-credential-store.ts'

const rememberedMs = 3_000
const rememberedMost = 1_000

type Known = { teamId: number; ownerId: number; password: string }
type Remembered = { known: Promise<Known | null>; until: number }

type SmtpLoginDeps = { sql: Sql; sealKey: Uint8Array; now: () => number }

/**
 * Answers SMTP AUTH. An app may log in for each mail, so a username that exists is cached for a
 * moment, and a burst asks the database once. Ended credentials leave the cache with the event of
 * their end; a process that missed the event accepts them for that moment at most.
 */
export function createSmtpLogin({ sql, sealKey, now }: SmtpLoginDeps) {
  const remembered = new Map<string, Remembered>()

  async function load(username: string): Promise<Known | null> {
    const row = await activeCredentials(sql, username)
    if (!row) return null
    const password = openPassword(sealKey, username, row.password_sealed)
    return { teamId: row.team_id, ownerId: row.owner_id, password }
  }

  /** All tags of a user name share its one entry. */
  function lookUp(given: string): Promise<Known | null> {
    const { username } = readLogin(given)
    const entry = remembered.get(username)
    if (entry && now() < entry.until) return entry.known
    const known = load(username)
    const until = now() + rememberedMs
    keepNewest(remembered, username, { known, until }, rememberedMost)
    const drop = () => {
      if (remembered.get(username)?.known === known) remembered.delete(username)
    }
    // Only existing user names are remembered: guesses would push them out.
    known.then((found) => found ?? drop(), drop)
    return known
  }

  return {
    /** The team, and its owner, who answers for what is sent to it; null when the pair is wrong. */
    async check({
      username,
      password,
    }: SmtpLoginPair): Promise<{ id: number; user: string } | null> {
      const known = await lookUp(username)
      // Compares even for an unknown user name, so that time does not tell them apart.
      const fits = equalSecrets(password, known?.password ?? '')
      return known && fits ? { id: known.teamId, user: asSharer(known.ownerId) } : null
    },
    /** The team that has this username, with any password. */
    async teamNamed(username: string): Promise<{ id: number } | null> {
      const known = await lookUp(username)
      return known && { id: known.teamId }
    },
    forget: (username: string): void => void remembered.delete(username),
    forgetAll: (): void => remembered.clear(),
  }
}
