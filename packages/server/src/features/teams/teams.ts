import { limits, mailChannel, type Team } from '@mailstop/contract'
import type { Database, Tx } from '../../db/database.ts'
import { lockTeam } from '../../db/locks.ts'
import { lockUser } from '../../db/locks.ts'
import { conflict, notFound, signedOut } from '../../errors.ts'
import type { EventBus } from '../../events.ts'
import type { Asker } from '../../lib/asker.ts'
import { membershipOf } from './member-store.ts'
import { refusedMailsOf, type RecentRefusals } from './refused-mails.ts'
import { permit } from './team-access.ts'
import { createTeamCredentials } from './team-credentials.ts'
import { createTeamMembers } from './team-members.ts'
import { createTeamRemoval, type TeamRemovalDeps } from './team-removal.ts'
import type { Role, TeamAction, TeamType } from './team-rules.ts'
import { countOwned, deleteTeam, insertTeam, setTeam, teamsOf } from './team-store.ts'
import { teamView, type SmtpEndpoint } from './team-view.ts'
import { createTestMail, type TestMailDeps } from './test-mail.ts'

export type { SmtpEndpoint, TeamAction }

/**
 * Teams: who belongs to them, and the SMTP credentials that select them. A team that a user is not a
 * member of does not exist for that user.
 */
export type Teams = ReturnType<typeof createTeams>

export type TeamsDeps = TeamRemovalDeps &
  Pick<TestMailDeps, 'submit' | 'limiter' | 'publicUrl'> & {
    db: Database
    events: EventBus
    /** Seals the SMTP passwords. */
    sealKey: Uint8Array
    /** Shown with the credentials; asked late, since port 0 becomes a real one at start. */
    smtp: () => SmtpEndpoint
    recentRefusals: RecentRefusals
    now: () => number
  }

export function createTeams(deps: TeamsDeps) {
  const { db, events, sealKey, smtp, now } = deps
  const credentials = createTeamCredentials(deps)
  const members = createTeamMembers({ ...deps, replaceCredentials: credentials.replace })
  const removal = createTeamRemoval(deps)

  async function listFor(userId: number): Promise<Team[]> {
    const rows = await teamsOf(db.sql, userId)
    return rows.map((row) => teamView(row, sealKey, smtp()))
  }

  async function get({ userId, teamId }: Asker): Promise<Team> {
    const [row] = await teamsOf(db.sql, userId, teamId)
    if (!row) throw notFound()
    return teamView(row, sealKey, smtp())
  }

  async function insert(tx: Tx, owner: number, type: TeamType, name: string): Promise<number> {
    const teamId = await insertTeam(tx, {
      name,
      type,
      plan: 'free',
      owner_id: owner,
      created_at: now(),
      deactivated_at: null,
    })
    await credentials.add(tx, teamId)
    return teamId
  }

  /** The team that comes with an account, in the transaction that creates it. Gives its id. */
  const createPersonal = (tx: Tx, user: { id: number; name: string }): Promise<number> =>
    insert(tx, user.id, 'personal', user.name)

  async function create(userId: number, name: string): Promise<Team> {
    const teamId = await db.transaction(async (tx) => {
      if (!(await lockUser(tx, { id: userId }))) throw signedOut()
      if ((await countOwned(tx, userId)) >= limits.teamsOwned) {
        throw conflict(`You own ${limits.teamsOwned} teams already. Delete or hand over one first.`)
      }
      return insert(tx, userId, 'shared', name)
    })
    return get({ userId, teamId })
  }

  async function rename(asker: Asker, name: string): Promise<Team> {
    const { userId, teamId } = asker
    await db.transaction(async (tx, afterCommit) => {
      // Account before team, as everywhere: Postgres looks at the owner again when the row changes twice.
      await lockUser(tx, { id: userId })
      await lockTeam(tx, teamId)
      await permit(tx, asker, 'rename')
      await setTeam(tx, teamId, { name })
      afterCommit(() => events.emit('teamOutdated', { teamId, userId, part: 'team' }))
    })
    return get(asker)
  }

  /** Whether a user may hear a private channel: the mail of one of their teams. */
  async function mayHear(userId: number, channel: string): Promise<boolean> {
    const teamId = Number(/\d+/.exec(channel)?.[0] ?? 0)
    if (channel !== mailChannel(teamId)) return false
    return (await membershipOf(db.sql, teamId, userId)) !== undefined
  }

  /** As `permit` says. */
  const requireMember = (
    userId: number,
    teamId: number,
    action: TeamAction = 'read',
  ): Promise<{ role: Role }> => permit(db.sql, { userId, teamId }, action)

  return {
    listFor,
    create,
    createPersonal,
    rename,
    remove: removal.remove,
    /** In the transaction that made it. */
    takeBackPersonal: deleteTeam,
    removeAllOf: removal.removeAllOf,
    sweepDeleted: removal.sweep,
    stop: removal.stop,
    listMembers: members.list,
    removeMember: members.remove,
    leave: members.leave,
    join: members.join,
    async handOver(asker: Asker, to: number, password: string): Promise<Team> {
      await members.handOver(asker, to, password)
      return get(asker)
    },
    async rotateCredentials(asker: Asker): Promise<Team> {
      await credentials.rotate(asker)
      return get(asker)
    },
    listRefusedMails: (asker: Asker) => refusedMailsOf(db.sql, asker, deps.recentRefusals),
    sendTestMail: createTestMail({ ...deps, team: get }),
    checkSealKey: credentials.checkSealKey,
    authenticateSmtp: credentials.authenticateSmtp,
    forgetCredentials: credentials.forget,
    recheckCredentials: credentials.recheck,
    mayHear,
    requireMember,
    /** For a transaction of another feature that changes something of a team. */
    async lockFor(tx: Tx, asker: Asker, action: TeamAction): Promise<{ name: string }> {
      await lockTeam(tx, asker.teamId)
      return permit(tx, asker, action)
    },
  }
}
