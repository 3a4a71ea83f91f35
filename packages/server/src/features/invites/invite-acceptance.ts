import type { acceptInvite, EndpointReply } from '@mailstop/contract'
import type { Tx, Work } from '../../db/database.ts'
import { lockUser } from '../../db/locks.ts'
import type { InviteRow } from '../../db/schema.ts'
import { gone } from '../../errors.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import { addressKey } from '../../lib/network/address-key.ts'
import { sha256Hex } from '../../lib/secrets/tokens.ts'
import type { Teams } from '../teams/teams.ts'
import { isValid, proofOf, redirectOf, type Redirect } from './invite-rules.ts'
import {
  acceptedInvitesOf,
  changeInvite,
  inviteByToken,
  takeInvite,
  teamsInviting,
  usedInvite,
} from './invite-store.ts'

type Accepted = EndpointReply<typeof acceptInvite>

type AcceptanceDeps = Pick<FeatureDeps, 'db' | 'events' | 'now'> & {
  teams: Pick<Teams, 'join'>
  proveAddress: (tx: Tx, user: { id: number; email_key: string; at: number }) => Promise<void>
}

const noLongerValid = () =>
  gone('This invitation is no longer valid. Ask its sender for a new one.')

/**
 * Following the link of an invitation. A user who is signed in with the invited address becomes a
 * member at once, and the link is used up. For anybody else the store notes that the link was
 * followed, and the membership begins once an account with that address is signed in and verified.
 * So only the holder of the address becomes a member, and only after following the link. A link that
 * a relay carried to the address verifies the account that follows it, too. One that the owner copied
 * begins this membership alone, with the owner's word for the address.
 */
export function createAcceptance({ db, events, teams, proveAddress, now }: AcceptanceDeps) {
  async function accept(token: string, signedInAs: number | null): Promise<Accepted> {
    const { reply, verified } = await db.transaction((tx, afterCommit) =>
      acceptIn([tx, afterCommit], token, signedInAs),
    )
    // The proven address may have other invitations that waited for it.
    if (verified !== null) await takeUp(verified)
    return reply
  }

  async function acceptIn(
    [tx, afterCommit]: Work,
    token: string,
    signedInAs: number | null,
  ): Promise<{ reply: Accepted; verified: number | null }> {
    const tokenHash = sha256Hex(token)
    const invite = await inviteByToken(tx, tokenHash)
    if (!invite) return { reply: await acceptedBefore(tx, token, signedInAs), verified: null }
    if (!isValid(invite, now())) throw noLongerValid()
    const { email, email_key, team_id: team, team_name, team_owner } = invite
    const holder = await lockUser(tx, { email_key })
    const account = holder ? { id: holder.id, isVerified: holder.email_verified_at !== null } : null
    const proof = proofOf(invite, tokenHash)
    const redirect = redirectOf(account, signedInAs)
    const begins = redirect === 'inbox' && (account?.isVerified === true || proof !== null)
    const message = messages[redirect === 'inbox' && !begins ? 'verify' : redirect](
      team_name,
      email,
    )
    const place = { email, team, team_name, team_owner }
    const reply = { message, redirect, ...place, from_owner: proof === 'owner' }
    if (begins && account) {
      const { id, isVerified } = account
      const proves = !isVerified && proof === 'mailbox'
      if (proves) await proveAddress(tx, { id, email_key, at: now() })
      const vouchedAt = isVerified || proof !== 'owner' ? null : now()
      // The second of two requests at once finds what the first has used up.
      const hasBegun = await begin([tx, afterCommit], invite, { userId: id, vouchedAt })
      if (!hasBegun) return { reply: await acceptedBefore(tx, token, signedInAs), verified: null }
      return { reply, verified: proves ? id : null }
    }
    if (!(await changeInvite(tx, invite, { accepted_at: now() }))) throw noLongerValid()
    return { reply, verified: null }
  }

  /** Serves the member whom the link has let in, signed in or not. Other users learn nothing. */
  async function acceptedBefore(
    tx: Tx,
    token: string,
    signedInAs: number | null,
  ): Promise<Accepted> {
    const used = await usedInvite(tx, sha256Hex(token))
    const isForCaller = used && (signedInAs === null || signedInAs === used.user_id)
    if (!isForCaller || !isValid(used, now())) throw noLongerValid()
    const { email, team_id: team, team_name, team_owner } = used
    const place = { team, team_name, team_owner, from_owner: false }
    // The address of the account may be another one by now: who has only the link does not learn it.
    return signedInAs === null
      ? { message: `Log in to open ${team_name}.`, redirect: 'login', email: '', ...place }
      : { message: `You are already a member of ${team_name}.`, redirect: 'inbox', email, ...place }
  }

  /** Uses up the invitation; false when it, the team or the account is gone. */
  async function begin(
    [tx, afterCommit]: Work,
    invite: InviteRow,
    { userId, vouchedAt }: { userId: number; vouchedAt: number | null },
  ): Promise<boolean> {
    const teamId = invite.team_id
    const hasBegun = await teams.join([tx, afterCommit], { userId, teamId, vouchedAt }, () =>
      takeInvite(tx, invite, userId),
    )
    if (!hasBegun) return false
    afterCommit(() => events.emit('teamOutdated', { teamId, userId, part: 'invites' }))
    return true
  }

  /** Begins what waits for an account, which has just logged in or proven its address. */
  async function takeUp(userId: number): Promise<void> {
    for (const invite of await acceptedInvitesOf(db.sql, userId, now())) {
      await db.transaction((tx, afterCommit) =>
        begin([tx, afterCommit], invite, { userId, vouchedAt: null }),
      )
    }
  }

  /** Whether this token is of an invitation of this address, and still holds. */
  async function isInvited(email: string, token: string): Promise<boolean> {
    const invite = await inviteByToken(db.sql, sha256Hex(token))
    return invite !== undefined && isValid(invite, now()) && invite.email_key === addressKey(email)
  }

  /** Which teams wait for the holder of this address, who has proven it: nobody else may learn that. */
  const invitersOf = (email: string): Promise<string[]> =>
    teamsInviting(db.sql, addressKey(email), now())

  /** Whether knowing the token also proves that its holder reads the mail of this address. */
  async function provesAddress(email: string, token: string): Promise<boolean> {
    const tokenHash = sha256Hex(token)
    const invite = await inviteByToken(db.sql, tokenHash)
    const proof = invite ? proofOf(invite, tokenHash) : null
    return proof === 'mailbox' && (await isInvited(email, token))
  }

  return { accept, takeUp, lookups: { isInvited, invitersOf, provesAddress } }
}

const messages: Record<Redirect | 'verify', (team: string, email: string) => string> = {
  inbox: (team) => `You are now a member of ${team}.`,
  verify: (team) => `Verify your email address to join ${team}.`,
  login: (team, email) => `Log in as ${email} to join ${team}.`,
  register: (team, email) => `Create an account for ${email} to join ${team}.`,
}
