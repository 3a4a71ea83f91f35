import type { UserRequest } from '../../../actor.ts'
import type { Work } from '../../../db/database.ts'
import { conflict, gone } from '../../../errors.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import { addressKey } from '../../../lib/network/address-key.ts'
import { randomToken, sha256Hex } from '../../../lib/secrets/tokens.ts'
import { forwardingVerificationEmail } from '../../../mailer/templates/team-emails.ts'
import type { Suppression } from '../../suppression/suppression.ts'
import { addressAsked, changeRule, confirmRule, namesOf } from './rule-store.ts'

/**
 * The consent of an address that no member of the team has: an email with a random token, stored as a hash, good once
 * and for a day, for one rule and the address it has.
 */
export type RuleApprovalDeps = Pick<
  FeatureDeps,
  'db' | 'events' | 'mailer' | 'limiter' | 'publicUrl' | 'now'
> & {
  suppression: Pick<Suppression, 'requireWilling' | 'isSuppressed' | 'urlOf'>
}

const consentLinkHours = 24
const hour = 60 * 60_000

/** Strangers get these requests: limits protect them, also against requests from many teams. */
export const requestsPerHour = { user: 30, team: 30, address: 5 }

export function createRuleApproval(deps: RuleApprovalDeps) {
  const { db, events, mailer, suppression, limiter, publicUrl, now } = deps
  const perUser = limiter('consent for user', { limit: requestsPerHour.user, windowMs: hour })
  const perTeam = limiter('consent from team', { limit: requestsPerHour.team, windowMs: hour })
  const perAddress = limiter('consent of address', {
    limit: requestsPerHour.address,
    windowMs: hour,
  })

  /** To be called before the transaction that asks; refused when too much was asked. */
  async function spend({ actor, teamId }: UserRequest, email: string): Promise<void> {
    await suppression.requireWilling(email)
    // The user's own limit first: a user who has used it up takes nothing from the shared limits.
    await perUser.spend(String(actor.userId))
    await perTeam.spend(String(teamId))
    await perAddress.spend(addressKey(email))
  }

  /** Mails a link with a new token; earlier tokens become void. */
  async function ask(
    [tx, afterCommit]: Work,
    { actor, teamId }: UserRequest,
    rule: { id: number; email: string; email_key: string },
  ): Promise<void> {
    const token = randomToken()
    const expires = now() + consentLinkHours * hour
    await changeRule(tx, rule.id, {
      token_id: sha256Hex(token),
      token_expires_at: expires,
      token_email_key: rule.email_key,
    })
    const url = new URL('forwarding-verification', publicUrl)
    url.searchParams.set('token', token)
    const names = (await namesOf(tx, { userId: actor.userId, teamId })) ?? { by: '', team: '' }
    const links = { url, stopUrl: suppression.urlOf(rule.email) }
    const template = forwardingVerificationEmail(names, links, consentLinkHours)
    const mail = { kind: 'forwarding_verification', to: rule.email, ...template }
    await mailer.enqueue([tx, afterCommit], mail)
  }

  async function confirm(token: string): Promise<string> {
    const asked = await addressAsked(db.sql, sha256Hex(token))
    if (asked !== null && (await suppression.isSuppressed(asked))) {
      throw conflict(
        'You have stopped emails from Mailstop. Allow them again first, with the other link in the email.',
      )
    }
    const rule = await confirmRule(db.sql, sha256Hex(token), now())
    if (!rule) {
      throw gone(
        'This verification link is no longer valid. The person who set up the forwarding can send you a new one.',
      )
    }
    events.emit('teamOutdated', { teamId: rule.team_id, userId: null, part: 'rules' })
    return 'Forwarding address verified successfully'
  }

  return { spend, ask, confirm }
}
