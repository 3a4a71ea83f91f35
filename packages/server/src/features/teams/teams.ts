import { mailChannel, type Team } from '@mailstop/contract'
import type { AfterCommit, Database, Sql, Tx } from '../../db/database.ts'
import { conflict, forbidden, notFound } from '../../errors.ts'
import type { EventBus } from '../../events.ts'
import { createSmtpLogin } from './smtp-login.ts'
import {
  newSmtpCredentials,
  openPassword,
  sealPassword,
  type SmtpCredentials,
} from './smtp-credentials.ts'
import { isAllowed, type Role, type TeamAction } from './team-rules.ts'
import {
  anyCredentials,
  deleteTeam,
  insertCredentials,
  insertTeam,
  leaveTeams,
  ownedTeams,
  roleOf,
  teamsOf,
} from './team-store.ts'
import { teamView, type SmtpEndpoint } from './team-view.ts'

/**
 * Teams: who belongs to them, and the SMTP credentials that select them. A team that a user is not a
 * member of does not exist for that user.
 */
export type Teams = ReturnType<typeof createTeams>

export type TeamsDeps = {
  db: Database
  events: EventBus
  /** Seals the SMTP passwords. */
  sealKey: Uint8Array
  /** Shown with the credentials; asked late, since port 0 becomes a real one at start. */
  smtp: () => SmtpEndpoint
  now: () => number
}

export function createTeams({ db, events, sealKey, smtp, now }: TeamsDeps) {
  const smtpLogin = createSmtpLogin({ sql: db.sql, sealKey, now })

  /** The team that comes with an account, in the transaction that creates it. Gives its id. */
  async function createPersonal(tx: Tx, user: { id: number; name: string }): Promise<number> {
    const teamId = await insertTeam(tx, {
      name: user.name,
      type: 'personal',
      plan: 'free',
      owner_id: user.id,
      created_at: now(),
      deactivated_at: null,
    })
    const credentials = newSmtpCredentials()
    await insertCredentials(tx, {
      team_id: teamId,
      username: credentials.username,
      password_sealed: sealPassword(sealKey, credentials),
      created_at: now(),
    })
    return teamId
  }

  /**
   * The teams that end with a user's account, asked before they do. Refused while the user owns shared
   * teams, naming them.
   */
  async function requireRemovable(userId: number): Promise<number[]> {
    return (await removable(db.sql, userId)).map(({ id }) => id)
  }

  /** For the end of an account, in its transaction: those teams go, memberships end. */
  async function removeAllOf(tx: Tx, afterCommit: AfterCommit, userId: number): Promise<void> {
    const owned = await removable(tx, userId)
    const left = await leaveTeams(tx, userId)
    for (const { id } of owned) await deleteTeam(tx, id)
    afterCommit(() => {
      for (const { id, username } of owned) {
        smtpLogin.forget(username)
        events.emit('credentialsEnded', { teamId: id })
      }
      for (const teamId of left) events.emit('membershipEnded', { teamId, userId })
    })
  }

  /** Rejects when passwords that are stored were sealed with another key. */
  async function checkSealKey(): Promise<void> {
    const sealed = await anyCredentials(db.sql)
    if (sealed) openPassword(sealKey, sealed.username, sealed.password_sealed)
  }

  async function listFor(userId: number): Promise<Team[]> {
    const rows = await teamsOf(db.sql, userId)
    return rows.map((row) => teamView(row, sealKey, smtp()))
  }

  async function isMember(userId: number, teamId: number): Promise<boolean> {
    return (await roleOf(db.sql, teamId, userId)) !== null
  }

  /** Whether a user may hear a private channel: the mail of one of their teams. */
  async function mayHear(userId: number, channel: string): Promise<boolean> {
    const teamId = Number(/\d+/.exec(channel)?.[0] ?? 0)
    return channel === mailChannel(teamId) && (await isMember(userId, teamId))
  }

  /** Refuses as not found whoever is no member, and as forbidden whom the role does not allow `action`. */
  async function requireMember(
    userId: number,
    teamId: number,
    action: TeamAction = 'read',
  ): Promise<{ role: Role }> {
    const role = await roleOf(db.sql, teamId, userId)
    if (!role) throw notFound()
    if (!isAllowed(role, action)) throw forbidden()
    return { role }
  }

  async function authenticateSmtp(credentials: SmtpCredentials): Promise<{ id: number } | null> {
    const id = await smtpLogin.check(credentials)
    return id === null ? null : { id }
  }

  return {
    createPersonal,
    requireRemovable,
    removeAllOf,
    checkSealKey,
    listFor,
    isMember,
    mayHear,
    requireMember,
    authenticateSmtp,
  }
}

async function removable(db: Sql, userId: number) {
  const owned = await ownedTeams(db, userId)
  const shared = owned.filter(({ type }) => type === 'shared').map(({ name }) => name)
  if (shared.length === 0) return owned
  throw conflict(`First delete or hand over the teams you own: ${shared.join(', ')}.`)
}
