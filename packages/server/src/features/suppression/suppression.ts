import type { AfterCommit } from '../../db/database.ts'
import { conflict, gone } from '../../errors.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import { addressKey } from '../../lib/network/address-key.ts'
import { sha256Hex, equalSecrets } from '../../lib/secrets/tokens.ts'
import {
  deleteSuppressed,
  emailKeyOfRule,
  insertSuppressed,
  suppressedSince,
  teamsForwardingTo,
} from './suppression-store.ts'
import { createHmac } from 'node:crypto'

/**
 * The addresses that want no mail which others cause: forwards, invitations, requests to agree to
 * forwarding. One list for the server, changed by nothing but the link in such mail. Mail that people
 * ask for themselves, such as a new password, is none of this.
 */
export type Suppression = ReturnType<typeof createSuppression>

export type SuppressionDeps = Pick<FeatureDeps, 'db' | 'events' | 'publicUrl' | 'log' | 'now'> & {
  /** Signs the links; serves nothing else. */
  key: Uint8Array
}

export function createSuppression({ db, events, key, publicUrl, log, now }: SuppressionDeps) {
  const links = createStopLinks({ key, publicUrl })

  /** The address that a token was mailed to, in its comparable form. */
  async function addressOf(token: string): Promise<string> {
    const claim = links.claimIn(token)
    const emailKey =
      claim?.kind === 'rule' ? await emailKeyOfRule(db.sql, claim.ruleId) : claim?.emailKey
    if (!claim || !emailKey || !links.proves(token, claim, emailKey)) {
      throw gone(
        'This link is not valid: this server did not send it, or the forwarding rule was deleted.',
      )
    }
    return emailKey
  }

  async function stateOf(token: string) {
    const email = await addressOf(token)
    const since = await suppressedSince(db.sql, email)
    return { email, stopped_at: since === null ? null : new Date(since).toISOString() }
  }

  /** Idempotent: the answer is always the same. */
  async function stop(token: string): Promise<string> {
    const emailKey = await addressOf(token)
    await change(emailKey, 'an address wants no more mail', (tx) =>
      insertSuppressed(tx, emailKey, now()),
    )
    return 'Emails to your address have stopped'
  }

  async function resume(token: string): Promise<string> {
    const emailKey = await addressOf(token)
    await change(emailKey, 'an address takes mail again', (tx) => deleteSuppressed(tx, emailKey))
    return 'Emails to your address are allowed again'
  }

  /** Teams see at once what their rules to the address do now. */
  async function change(
    emailKey: string,
    what: string,
    write: (tx: Parameters<typeof insertSuppressed>[0]) => Promise<boolean>,
  ): Promise<void> {
    await db.transaction(async (tx, afterCommit: AfterCommit) => {
      if (!(await write(tx))) return
      const teams = await teamsForwardingTo(tx, emailKey)
      afterCommit(() => {
        log.info({ address: sha256Hex(emailKey).slice(0, 16), teams }, what)
        for (const teamId of teams) {
          events.emit('teamOutdated', { teamId, userId: null, part: 'rules' })
        }
      })
    })
  }

  const isSuppressed = async (email: string): Promise<boolean> =>
    (await suppressedSince(db.sql, addressKey(email))) !== null

  return {
    stateOf,
    stop,
    resume,
    isSuppressed,
    /** Where the recipient of a mail can end that there are more. */
    urlOf: (email: string): string => links.urlOf(addressKey(email)).href,
    /** To be called before anything is counted or written for a mail to the address. */
    async requireWilling(email: string): Promise<void> {
      if (await isSuppressed(email)) {
        throw conflict(
          `The owner of ${email} has stopped emails from Mailstop. Only they can allow them again, with the link in an earlier email.`,
        )
      }
    },
  }
}

type StopClaim = { kind: 'address'; emailKey: string } | { kind: 'rule'; ruleId: number }

/**
 * The links that let a recipient end mail that others caused. Each is signed for one address, needs no row, and is
 * good for ever: also from a mail that is found again years later. Links of another kind name a rule instead of an
 * address; mail of earlier versions carries them.
 */
export function createStopLinks({ key, publicUrl }: { key: Uint8Array; publicUrl: URL }) {
  const sign = (signed: (string | number)[]) =>
    createHmac('sha256', key).update(JSON.stringify(signed)).digest('base64url')

  const tokenOf = (emailKey: string) =>
    `a-${Buffer.from(emailKey).toString('base64url')}-${sign(['address', emailKey])}`

  return {
    urlOf: (emailKey: string): URL => new URL(`forwarding/stop/${tokenOf(emailKey)}`, publicUrl),
    /** What a token speaks of; null when it is none of ours. Proves nothing yet. */
    claimIn(token: string): StopClaim | null {
      const [, kind, named = ''] = /^(a-|)([\w-]{1,350})-[\w-]{43}$/.exec(token) ?? []
      if (kind === 'a-') {
        return { kind: 'address', emailKey: Buffer.from(named, 'base64url').toString() }
      }
      return /^[1-9]\d{0,14}$/.test(named) ? { kind: 'rule', ruleId: Number(named) } : null
    },
    /** Whether the token was signed for this claim; for a rule's link, while the rule has this address. */
    proves(token: string, claim: StopClaim, emailKey: string): boolean {
      const expected =
        claim.kind === 'address'
          ? tokenOf(emailKey)
          : `${claim.ruleId}-${sign([claim.ruleId, emailKey])}`
      return equalSecrets(token, expected)
    },
  }
}
