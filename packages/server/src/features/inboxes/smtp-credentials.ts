import type { UserRequest } from '../../actor.ts'
import type { Tx, Work } from '../../db/database.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import { newSmtpCredentials, openPassword, sealPassword } from './credential-secrets.ts'
import {
  anyCredentials,
  deleteInboxes,
  findInbox,
  insertInbox,
  teamsWithOlderCredentials,
  updateInboxRow,
} from './inbox-store.ts'
import { createSmtpLogin } from './smtp-login.ts'
import { firstInbox } from '../../lib/first-inbox.ts'

/** The SMTP credentials of teams, for features that have checked who asks. */
export type SmtpCredentials = ReturnType<typeof createSmtpCredentials>

type SmtpCredentialsDeps = Pick<FeatureDeps, 'db' | 'events' | 'now'> & {
  sealKey: Uint8Array
}

/** Clocks of processes that share a database may differ by less than this. */
const clockSlackMs = 60_000

/** A username belongs to one inbox for as long as it exists, and never to another: each inbox gets a new one. */
export function createSmtpCredentials({ db, events, sealKey, now }: SmtpCredentialsDeps) {
  const smtpLogin = createSmtpLogin({ sql: db.ingest, sealKey, now })
  events.on('credentialsEnded', ({ username }) => smtpLogin.forget(username))

  /** The columns of new credentials. */
  function made() {
    const credentials = newSmtpCredentials()
    return {
      username: credentials.username,
      password_sealed: sealPassword(sealKey, credentials),
      previous_password_sealed: null,
      previous_until: null,
      credentials_at: now(),
    }
  }

  async function add(tx: Tx, teamId: number): Promise<void> {
    const name = 'main'
    const place = { id: firstInbox, position: firstInbox, name, name_key: name, code: null }
    await insertInbox(tx, { team_id: teamId, ...place, created_at: now(), ...made() })
  }

  /** Replaces those of the first inbox, in a transaction that holds the team, for an actor who may do this. */
  async function replace(
    [tx, afterCommit]: Work,
    { actor: { userId }, teamId }: UserRequest<'rotate_credentials'>,
  ): Promise<void> {
    const before = await findInbox(tx, teamId, firstInbox)
    await updateInboxRow(tx, teamId, firstInbox, made())
    afterCommit(() => {
      if (before) {
        const { username } = before
        events.emit('credentialsEnded', { teamId, inbox: firstInbox, username })
      }
      events.emit('teamOutdated', { teamId, userId, part: 'inboxes' })
    })
  }

  /** Runs in the transaction that deletes the team. */
  async function end([tx, afterCommit]: Work, teamId: number): Promise<void> {
    const usernames = await deleteInboxes(tx, teamId)
    afterCommit(() => {
      for (const username of usernames) {
        events.emit('credentialsEnded', { teamId, inbox: null, username, deleted: true })
      }
    })
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
    made,
    replace,
    end,
    /** A new password for a username that stays, sealed. */
    newPassword: (username: string) =>
      sealPassword(sealKey, { username, password: newSmtpCredentials().password }),
    passwordOf: (row: { username: string; password_sealed: string }): string =>
      openPassword(sealKey, row.username, row.password_sealed),
    authenticate: smtpLogin.check,
    accountNamed: smtpLogin.accountNamed,
    accountByCode: smtpLogin.accountByCode,
    checkSealKey,
    recheck,
  }
}
