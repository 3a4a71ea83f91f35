import type { UserRequest } from '../../actor.ts'
import type { Tx, Work } from '../../db/database.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import { newSmtpCredentials, openPassword, sealPassword } from './credential-secrets.ts'
import {
  anyCredentials,
  deleteCredentials,
  insertCredentials,
  teamsWithOlderCredentials,
} from './smtp-credential-store.ts'
import { createSmtpLogin } from './smtp-login.ts'

/** The SMTP credentials of teams, for features that have checked who asks. */
export type SmtpCredentials = ReturnType<typeof createSmtpCredentials>

type SmtpCredentialsDeps = Pick<FeatureDeps, 'db' | 'events' | 'now'> & {
  sealKey: Uint8Array
}

/** Clocks of processes that share a database may differ by less than this. */
const clockSlackMs = 60_000

/**
 * The SMTP credentials of teams. A username has one password for as long as it exists: new credentials are new in
 * both, so that a username that has ended never works again.
 */
export function createSmtpCredentials({ db, events, sealKey, now }: SmtpCredentialsDeps) {
  const smtpLogin = createSmtpLogin({ sql: db.ingest, sealKey, now })
  events.on('credentialsEnded', ({ username }) => smtpLogin.forget(username))

  async function add(tx: Tx, teamId: number): Promise<void> {
    const credentials = newSmtpCredentials()
    await insertCredentials(tx, {
      team_id: teamId,
      username: credentials.username,
      password_sealed: sealPassword(sealKey, credentials),
      created_at: now(),
    })
  }

  /** Runs in a transaction that holds the team, for an actor who may do this. */
  async function replace(
    [tx, afterCommit]: Work,
    { actor: { userId }, teamId }: UserRequest<'rotate_credentials'>,
  ): Promise<void> {
    const username = await deleteCredentials(tx, teamId)
    await add(tx, teamId)
    afterCommit(() => {
      if (username !== null) events.emit('credentialsEnded', { teamId, username })
      events.emit('teamOutdated', { teamId, userId, part: 'team' })
    })
  }

  /** Runs in the transaction that deletes the team. */
  async function end([tx, afterCommit]: Work, teamId: number): Promise<void> {
    const username = await deleteCredentials(tx, teamId)
    if (username === null) return
    afterCommit(() => events.emit('credentialsEnded', { teamId, username, deleted: true }))
  }

  /** Rejects when passwords that are stored were sealed with another key. */
  async function checkSealKey(): Promise<void> {
    const sealed = await anyCredentials(db.sql)
    if (sealed) openPassword(sealKey, sealed.username, sealed.password_sealed)
  }

  /**
   * Forgets all logins that this process remembers, and returns the teams whose credentials may have ended, when it
   * may have missed since `since` what other processes ended.
   */
  async function recheck(teamIds: number[], since: number): Promise<number[]> {
    smtpLogin.forgetAll()
    const sound = await teamsWithOlderCredentials(db.sql, teamIds, since - clockSlackMs)
    return teamIds.filter((teamId) => !sound.includes(teamId))
  }

  return {
    add,
    replace,
    end,
    passwordOf: (row: { username: string; password_sealed: string }): string =>
      openPassword(sealKey, row.username, row.password_sealed),
    authenticate: smtpLogin.check,
    teamNamed: smtpLogin.teamNamed,
    checkSealKey,
    recheck,
  }
}
