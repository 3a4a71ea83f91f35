import { createHmac } from 'node:crypto'
import { limits, type Invite } from '@mailstop/contract'
import type { UserRequest } from '../../actor.ts'
import type { Sql, Tx, Work } from '../../db/database.ts'
import { lockTeam } from '../../db/locks.ts'
import type { InviteRow } from '../../db/schema.ts'
import { conflict, notFound } from '../../errors.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import { addressKey } from '../../lib/network/address-key.ts'
import { randomToken, sha256Hex } from '../../lib/secrets/tokens.ts'
import { invitationEmail } from '../../mailer/templates/team-emails.ts'
import type { Suppression } from '../suppression/suppression.ts'
import type { Teams } from '../teams/teams.ts'
import { createAcceptance } from './invite-acceptance.ts'
import { inviteLifetimeMs, isValid, listedAfterExpiryMs, validDays } from './invite-rules.ts'
import {
  changeInvite,
  deleteExpiredInvites,
  deleteInvite,
  deleteInvitesOf,
  insertInvite,
  invitesOf,
  isMemberAddress,
  isProven,
  nameOfUser,
  renewInvite,
} from './invite-store.ts'

/**
 * Invitations to teams: a link with a random token, stored as a hash, mailed to one address and
 * good for that address alone, once, for seven days. An inviting owner does not learn whether the
 * address has an account; only the holder of the token does. Where no relay carries mail, the owner can
 * copy another link, and hand it over.
 */
export type Invites = ReturnType<typeof createInvites>

export const endInvitesOf = ([tx]: Work, teamId: number): Promise<void> =>
  deleteInvitesOf(tx, teamId)

export type InvitesDeps = Pick<
  FeatureDeps,
  'db' | 'events' | 'mailer' | 'limiter' | 'publicUrl' | 'now'
> & {
  teams: Pick<Teams, 'permit' | 'join'>
  suppression: Pick<Suppression, 'requireWilling' | 'urlOf'>
  /** Whether a relay carries mail to its recipients. Without one, people hand links on. */
  hasRelay: boolean
  /** Makes the tokens of copied links. */
  linkKey: Uint8Array
  /** Verifies the account, if it has that address. */
  proveAddress: (tx: Tx, user: { id: number; email_key: string; at: number }) => Promise<void>
}

export function createInvites(deps: InvitesDeps) {
  const { db, events, mailer, suppression, limiter, publicUrl, now } = deps
  const { permit } = deps.teams
  const hourMs = 60 * 60_000
  const byTeam = limiter('invites of team', { limit: 60, windowMs: hourMs })
  const byUser = limiter('invites by user', { limit: 100, windowMs: hourMs })
  // Counts per address over all teams, so that a mailbox cannot be filled by creating teams and users.
  const toAddress = limiter('invites to address', { limit: 10, windowMs: hourMs })

  const inviteUrl = (token: string) => new URL(`invite?token=${token}`, publicUrl)

  async function list(request: UserRequest<'manage_invites'>): Promise<Invite[]> {
    await permit(db.sql, request)
    return (await invitesOf(db.sql, request.teamId)).map(inviteView)
  }

  async function create(request: UserRequest<'manage_invites'>, email: string): Promise<Invite> {
    const { teamId } = request
    const { userId } = request.actor
    const email_key = addressKey(email)
    await permit(db.sql, request)
    await suppression.requireWilling(email)
    await spendOwn(request)
    await requireRoom(db.sql, teamId, { email, email_key })
    await toAddress.spend(email_key)
    const token = newToken()
    const invite = await db.transaction(async (tx, afterCommit) => {
      await lockTeam(tx, teamId)
      const team = await permit(tx, request)
      const earlier = await requireRoom(tx, teamId, { email, email_key })
      if (earlier) await deleteInvite(tx, teamId, earlier.id)
      const address = { team_id: teamId, email, email_key }
      const times = { created_at: now(), accepted_at: null }
      const row = await insertInvite(tx, { ...address, ...times, ...token.columns })
      await mailLink([tx, afterCommit], row, { token: token.token, userId, team: team.name })
      return row
    })
    return inviteView(invite)
  }

  /** Refuses a second invitation or a member; returns an expired invitation, which has to be deleted. */
  async function requireRoom(
    sql: Sql,
    teamId: number,
    { email, email_key }: { email: string; email_key: string },
  ): Promise<InviteRow | undefined> {
    if (await isMemberAddress(sql, teamId, email_key)) {
      throw conflict(`${email} is already a member of this team.`)
    }
    const invites = await invitesOf(sql, teamId)
    const earlier = invites.find((invite) => invite.email_key === email_key)
    if (earlier && isValid(earlier, now())) {
      throw conflict(`${email} is already invited. You can resend that invite.`)
    }
    if (!earlier && invites.length >= limits.invitesPerTeam) {
      throw conflict(`A team can have at most ${limits.invitesPerTeam} invites. Discard one first.`)
    }
    return earlier
  }

  /** Mails a link with a new token; the one before is void, also if it was followed. */
  async function resend(request: UserRequest<'manage_invites'>, inviteId: number): Promise<void> {
    const { teamId } = request
    const { userId } = request.actor
    await permit(db.sql, request)
    const found = (await invitesOf(db.sql, teamId)).find(({ id }) => id === inviteId)
    if (!found) throw notFound()
    await suppression.requireWilling(found.email)
    await spendOwn(request)
    await toAddress.spend(found.email_key)
    const token = newToken()
    await db.transaction(async (tx, afterCommit) => {
      await lockTeam(tx, teamId)
      const team = await permit(tx, request)
      const row = await renewInvite(tx, { teamId, inviteId }, token.columns)
      if (!row) throw notFound()
      await mailLink([tx, afterCommit], row, { token: token.token, userId, team: team.name })
    })
  }

  /** The link for the owner to hand over: the same one each time, until the invitation is sent again. */
  async function copyLink(
    request: UserRequest<'manage_invites'>,
    inviteId: number,
  ): Promise<{ url: string }> {
    const { teamId } = request
    const { userId } = request.actor
    if (deps.hasRelay) throw conflict('This server emails its invites: the invited have the link.')
    return db.transaction(async (tx, afterCommit) => {
      await lockTeam(tx, teamId)
      await permit(tx, request)
      // Otherwise people with unproven addresses could let in others.
      if (!(await isProven(tx, userId))) throw conflict('Verify your own email address first.')
      const found = (await invitesOf(tx, teamId)).find(({ id }) => id === inviteId)
      if (!found) throw notFound()
      if (!isValid(found, now())) throw conflict('This invite has expired. Resend it first.')
      const token = createHmac('sha256', deps.linkKey)
        .update(`${found.id}:${found.token_hash}`)
        .digest('base64url')
      const link = { link_hash: sha256Hex(token), link_copied_at: now() }
      if (!(await changeInvite(tx, found, link))) throw notFound()
      afterCommit(() => events.emit('teamOutdated', { teamId, userId, part: 'invites' }))
      return { url: inviteUrl(token).href }
    })
  }

  async function discard(request: UserRequest<'manage_invites'>, inviteId: number): Promise<void> {
    const { teamId } = request
    const { userId } = request.actor
    await db.transaction(async (tx, afterCommit) => {
      await lockTeam(tx, teamId)
      await permit(tx, request)
      if (!(await deleteInvite(tx, teamId, inviteId))) throw notFound()
      afterCommit(() => events.emit('teamOutdated', { teamId, userId, part: 'invites' }))
    })
  }

  /** All inviters share the limit of the address: it counts last, only for invitations that are not refused. */
  async function spendOwn({ actor, teamId }: UserRequest): Promise<void> {
    await byUser.spend(String(actor.userId))
    await byTeam.spend(String(teamId))
  }

  function newToken() {
    const token = randomToken()
    const expires_at = now() + inviteLifetimeMs
    const was_relayed = deps.hasRelay ? 1 : 0
    return { token, columns: { token_hash: sha256Hex(token), expires_at, was_relayed } }
  }

  async function mailLink(
    [tx, afterCommit]: Work,
    invite: InviteRow,
    { token, userId, team }: { token: string; userId: number; team: string },
  ): Promise<void> {
    const url = inviteUrl(token)
    const names = { team, inviter: await nameOfUser(tx, userId) }
    const links = { url, stopUrl: suppression.urlOf(invite.email) }
    const template = invitationEmail(names, links, validDays)
    await mailer.enqueue([tx, afterCommit], { kind: 'invitation', to: invite.email, ...template })
    const event = { teamId: invite.team_id, userId, part: 'invites' as const }
    afterCommit(() => events.emit('teamOutdated', event))
  }

  return {
    list,
    create,
    resend,
    copyLink,
    discard,
    ...createAcceptance(deps),
    /** Call it from time to time: long expired invitations only fill their table. */
    removeOld: () => deleteExpiredInvites(db.sql, now() - listedAfterExpiryMs),
  }
}

function inviteView({ id, email, created_at, expires_at, link_copied_at }: InviteRow): Invite {
  return {
    id,
    email,
    created_at: new Date(created_at).toISOString(),
    expires_at: new Date(expires_at).toISOString(),
    link_copied_at: link_copied_at === null ? null : new Date(link_copied_at).toISOString(),
    avatar: null,
  }
}
