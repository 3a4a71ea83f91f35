import type { AfterCommit, Database, Tx } from '../../db/database.ts'
import { lockTeam } from '../../db/locks.ts'
import type { EventBus } from '../../events.ts'
import type { Asker } from '../../lib/asker.ts'
import {
  anyCredentials,
  deleteCredentials,
  insertCredentials,
  teamsWithOlderCredentials,
} from './smtp-credential-store.ts'
import {
  newSmtpCredentials,
  openPassword,
  sealPassword,
  type SmtpCredentials,
} from './smtp-credentials.ts'
import { createSmtpLogin } from './smtp-login.ts'
import { permit } from './team-access.ts'

type CredentialsDeps = { db: Database; events: EventBus; sealKey: Uint8Array; now: () => number }

/** Clocks of processes that share a database may differ by less than this. */
const clockSlackMs = 60_000

/**
 * The SMTP credentials of teams. A username goes with one password for as long as there is one: new
 * credentials are new in both, so that whoever knows an ended username can do nothing with it.
 */
export function createTeamCredentials({ db, events, sealKey, now }: CredentialsDeps) {
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

  const rotate = (asker: Asker): Promise<void> =>
    db.transaction(async (tx, afterCommit) => {
      await lockTeam(tx, asker.teamId)
      await replace([tx, afterCommit], asker)
    })

  /** As a part of a change that holds the team. */
  async function replace([tx, afterCommit]: [Tx, AfterCommit], asker: Asker): Promise<void> {
    const { userId, teamId } = asker
    await permit(tx, asker, 'rotate_credentials')
    const username = await deleteCredentials(tx, teamId)
    await add(tx, teamId)
    afterCommit(() => {
      if (username !== null) events.emit('credentialsEnded', { teamId, username })
      events.emit('teamOutdated', { teamId, userId, part: 'team' })
    })
  }

  async function authenticateSmtp(credentials: SmtpCredentials): Promise<{ id: number } | null> {
    const id = await smtpLogin.check(credentials)
    return id === null ? null : { id }
  }

  /** Rejects when passwords that are stored were sealed with another key. */
  async function checkSealKey(): Promise<void> {
    const sealed = await anyCredentials(db.sql)
    if (sealed) openPassword(sealKey, sealed.username, sealed.password_sealed)
  }

  /**
   * After news of other processes may have been missed since `since`: forgets what is remembered, and
   * gives those of the teams whose credentials may have ended.
   */
  async function recheck(teamIds: number[], since: number): Promise<number[]> {
    smtpLogin.forgetAll()
    const sound = await teamsWithOlderCredentials(db.sql, teamIds, since - clockSlackMs)
    return teamIds.filter((teamId) => !sound.includes(teamId))
  }

  /** For what ended in another process. */
  const forget = ({ username }: { username: string }) => smtpLogin.forget(username)

  return { add, rotate, replace, authenticateSmtp, checkSealKey, forget, recheck }
}
