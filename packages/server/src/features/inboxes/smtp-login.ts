import { asSharer } from '../../actor.ts'
import type { Sql } from '../../db/database.ts'
import { proves, type PasswordProof } from '../../lib/secrets/password-proof.ts'
import { keepNewest } from '../../lib/shares/newest-kept.ts'
import { readLogin } from '../../lib/tagged-login.ts'
import { createNetworks } from '../../lib/network/networks.ts'
import type { RefusedLogin, SmtpAccount } from '../../smtp/smtp.ts'
import { openPassword } from './credential-secrets.ts'
import { accountOf, listOf } from './inbox-account.ts'
import { inboxByCode, inboxByUsername } from './inbox-store.ts'

const rememberedMs = 3_000
const rememberedMost = 1_000

type Known = {
  account: SmtpAccount
  mayLogIn: (remoteAddress: string) => boolean
  password: string
  /** The password before, and until when it works. */
  previous: { password: string; until: number } | null
}
type LoginAttempt = { username: string; password: PasswordProof; remoteAddress?: string }
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
    if (!row) return null
    const { previous_password_sealed: sealed, previous_until: until } = row
    const opened = (password: string) => openPassword(sealKey, username, password)
    return {
      account: { ...accountOf(row), user: asSharer(row.owner_id) },
      mayLogIn: row.networks === '[]' ? () => true : createNetworks(listOf(row.networks)),
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
    async check({
      username,
      password,
      remoteAddress = '',
    }: LoginAttempt): Promise<SmtpAccount | RefusedLogin | null> {
      const known = await lookUp(username)
      // Compares even for an unknown user name, so that time does not tell them apart.
      const isPresent = proves(password, known?.password ?? '')
      const isPrevious = proves(password, known?.previous?.password ?? '')
      if (!known) return null
      const { until = 0 } = known.previous ?? {}
      if (!isPresent && !(isPrevious && now() < until)) return null
      const { account } = known
      if (account.isArchived) return { account, refused: 'inboxArchived' }
      if (!known.mayLogIn(remoteAddress)) return { account, refused: 'networkRefused' }
      return isPresent ? account : { ...account, until }
    },
    /** The team and its inbox that have this username, with any password. */
    accountNamed: async (username: string): Promise<SmtpAccount | null> =>
      (await lookUp(username))?.account ?? null,
    /** The team and its inbox that addresses name by this code. */
    async accountByCode(code: string): Promise<SmtpAccount | null> {
      const row = await inboxByCode(sql, code)
      return row ? accountOf(row) : null
    },
    forget: (username: string): void => void remembered.delete(username),
    forgetAll: (): void => remembered.clear(),
  }
}
