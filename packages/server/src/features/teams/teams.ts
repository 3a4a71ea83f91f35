import { limits, mailChannel, type Team } from '@mailstop/contract'
import type { Tx } from '../../db/database.ts'
import { lockTeam } from '../../db/lock-team.ts'
import { lockUser } from '../../db/lock-user.ts'
import { conflict, notFound, signedOut } from '../../errors.ts'
import type { Asker } from '../../lib/asker.ts'
import type { SmtpCredentials } from '../smtp-credentials/smtp-credentials.ts'
import { membershipOf } from './member-store.ts'
import { permit } from './team-access.ts'
import { createTeamMembers } from './team-members.ts'
import { createTeamRemoval, type TeamRemovalDeps } from './team-removal.ts'
import type { Role, TeamAction, TeamType } from './team-rules.ts'
import {
  countOwned,
  deleteTeam,
  insertTeam,
  setTeam,
  teamsOf,
  type MembershipRow,
} from './team-store.ts'
import { teamView, type SmtpEndpoint } from './team-view.ts'

export type { SmtpEndpoint, TeamAction }

/**
 * Teams and who belongs to them. A team that a user is not a member of does not exist for that user.
 */
export type Teams = ReturnType<typeof createTeams>

export type TeamsDeps = TeamRemovalDeps & {
  credentials: Pick<SmtpCredentials, 'add' | 'replace' | 'passwordOf'>
  /** Shown with the credentials. Read for each view: port 0 becomes a real port at start. */
  smtp: Readonly<SmtpEndpoint>
}

export function createTeams(deps: TeamsDeps) {
  const { db, events, credentials, smtp, now } = deps
  const members = createTeamMembers(deps)
  const removal = createTeamRemoval(deps)
  const view = (row: MembershipRow): Team => teamView(row, credentials.passwordOf(row), smtp)

  async function listFor(userId: number): Promise<Team[]> {
    const rows = await teamsOf(db.sql, userId)
    return rows.map(view)
  }

  async function get({ userId, teamId }: Asker): Promise<Team> {
    const [row] = await teamsOf(db.sql, userId, teamId)
    if (!row) throw notFound()
    return view(row)
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
    get,
    create,
    createPersonal,
    rename,
    remove: removal.remove,
    /** In the transaction that made it. */
    takeBackPersonal: deleteTeam,
    removeAllOf: removal.removeAllOf,
    listMembers: members.list,
    removeMember: members.remove,
    leave: members.leave,
    join: members.join,
    async handOver(asker: Asker, to: number, password: string): Promise<Team> {
      await members.handOver(asker, to, password)
      return get(asker)
    },
    mayHear,
    requireMember,
    /** For a transaction of another feature that changes something of a team. */
    async lockFor(tx: Tx, asker: Asker, action: TeamAction): Promise<{ name: string }> {
      await lockTeam(tx, asker.teamId)
      return permit(tx, asker, action)
    },
  }
}
