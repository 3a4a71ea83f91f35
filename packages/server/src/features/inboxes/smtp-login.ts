import { asSharer } from '../../actor.ts'
import type { Sql } from '../../db/database.ts'
import { equalSecrets } from '../../lib/secrets/tokens.ts'
import { keepNewest } from '../../lib/shares/newest-kept.ts'
import { readLogin } from '../../lib/tagged-login.ts'
import type { SmtpAccount } from '../../smtp/smtp.ts'
import { openPassword, type SmtpLoginPair } from './credential-secrets.ts'
import { inboxByUsername } from './inbox-store.ts'

const rememberedMs = 3_000
const rememberedMost = 1_000

type Known = {
  teamId: number
  inbox: number
  ownerId: number
  password: string
  /** The password before, and until when it works. */
  previous: { password: string; until: number } | null
}
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
    const row = await inboxByUsername(sql, username)
    if (!row || row.archived_at !== null) return null
    const { previous_password_sealed: sealed, previous_until: until } = row
    const opened = (password: string) => openPassword(sealKey, username, password)
    return {
      teamId: row.team_id,
      inbox: row.id,
      ownerId: row.owner_id,
      password: opened(row.password_sealed),
      previous: sealed === null || until === null ? null : { password: opened(sealed), until },
    }
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
    /** The team and its inbox, with its owner, who answers for what is sent to it; null when the pair is wrong. */
    async check({ username, password }: SmtpLoginPair): Promise<SmtpAccount | null> {
      const known = await lookUp(username)
      // Compares even for an unknown user name, so that time does not tell them apart.
      const isPresent = equalSecrets(password, known?.password ?? '')
      const isPrevious = equalSecrets(password, known?.previous?.password ?? '')
      if (!known) return null
      const account = { id: known.teamId, inbox: known.inbox, user: asSharer(known.ownerId) }
      if (isPresent) return account
      const { until = 0 } = known.previous ?? {}
      return isPrevious && now() < until ? { ...account, until } : null
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
