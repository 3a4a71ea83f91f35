import type { acceptInvite, EndpointReply } from '@mailstop/contract'
import type { Work } from '../../db/database.ts'
import { lockUser } from '../../db/locks.ts'
import type { InviteRow } from '../../db/schema.ts'
import { gone } from '../../errors.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import { addressKey } from '../../lib/address-key.ts'
import { sha256Hex } from '../../lib/tokens.ts'
import type { Teams } from '../teams/teams.ts'
import { isValid, redirectOf, type Redirect } from './invite-rules.ts'
import { acceptedInvitesOf, inviteByToken, markAccepted, takeInvite } from './invite-store.ts'

type Accepted = EndpointReply<typeof acceptInvite>

type AcceptanceDeps = Pick<FeatureDeps, 'db' | 'events' | 'now'> & {
  teams: Pick<Teams, 'join'>
}

const noLongerValid = () =>
  gone('This invitation is no longer valid. Ask its sender for a new one.')

/**
 * Following the link of an invitation. A user who is signed in with the invited address becomes a
 * member at once, and the link is used up. For anybody else the store notes that the link was
 * followed, and the membership begins once an account with that address is signed in and verified.
 * So only the holder of the address becomes a member, and only after following the link.
 */
export function createAcceptance({ db, events, teams, now }: AcceptanceDeps) {
  async function accept(token: string, signedInAs: number | null): Promise<Accepted> {
    return db.transaction(async (tx, afterCommit) => {
      const invite = await inviteByToken(tx, sha256Hex(token))
      if (!invite || !isValid(invite, now())) throw noLongerValid()
      const { email, team_id: team, team_name, team_owner } = invite
      const holder = await lockUser(tx, { email_key: invite.email_key })
      const account = holder
        ? { id: holder.id, isVerified: holder.email_verified_at !== null }
        : null
      const redirect = redirectOf(account, signedInAs)
      const message = messages[redirect](team_name, email)
      const reply = { message, redirect, email, team, team_name, team_owner }
      if (redirect === 'inbox' && account) {
        if (!(await begin([tx, afterCommit], invite, account.id))) throw noLongerValid()
        return reply
      }
      if (!(await markAccepted(tx, invite, now()))) throw noLongerValid()
      return reply
    })
  }

  /** Uses up the invitation; false when it, the team or the account is gone. */
  async function begin(
    [tx, afterCommit]: Work,
    invite: InviteRow,
    userId: number,
  ): Promise<boolean> {
    const teamId = invite.team_id
    const hasBegun = await teams.join([tx, afterCommit], { userId, teamId }, () =>
      takeInvite(tx, invite),
    )
    if (!hasBegun) return false
    afterCommit(() => events.emit('teamOutdated', { teamId, userId, part: 'invites' }))
    return true
  }

  /** For an account that has just logged in or proven its address: begins what waits for that. */
  async function takeUp(userId: number): Promise<void> {
    for (const invite of await acceptedInvitesOf(db.sql, userId, now())) {
      await db.transaction((tx, afterCommit) => begin([tx, afterCommit], invite, userId))
    }
  }

  /** Whether this token was mailed to this address, and still holds. */
  async function isInvited(email: string, token: string): Promise<boolean> {
    const invite = await inviteByToken(db.sql, sha256Hex(token))
    return invite !== undefined && isValid(invite, now()) && invite.email_key === addressKey(email)
  }

  return { accept, takeUp, isInvited }
}

const messages: Record<Redirect, (team: string, email: string) => string> = {
  inbox: (team) => `You are now a member of ${team}.`,
  login: (team, email) => `Log in as ${email} to join ${team}.`,
  register: (team, email) => `Create an account for ${email} to join ${team}.`,
}
