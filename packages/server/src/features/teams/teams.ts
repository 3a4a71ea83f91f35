import { limits, mailChannel, type OpenTerms, type Team, type TeamType } from '@mailstop/contract'
import { keepsToInbox, type TeamRequest, type UserActor, type UserRequest } from '../../actor.ts'
import type { Tx, Work } from '../../db/database.ts'
import { lockTeam, lockUser } from '../../db/locks.ts'
import { conflict, notFound, Refusal, signedOut } from '../../errors.ts'
import type { ApiTokens } from '../api-tokens/api-tokens.ts'
import type { SmtpCredentials } from '../inboxes/smtp-credentials.ts'
import { permit, type Permit } from './team-access.ts'
import { createTeamMembers, type RequirePassword } from './team-members.ts'
import { createTeamRemoval, type TeamRemovalDeps } from './team-removal.ts'
import {
  allTeams,
  countOwned,
  deleteTeam,
  insertTeam,
  isActiveTeam,
  onlyTeam,
  namesOfTeam,
  setTeam,
  teamIdByCode,
  teamsOf,
  type MembershipRow,
} from './team-store.ts'
import { teamView, type SmtpEndpoint } from './team-view.ts'

export type { Permit, RequirePassword, SmtpEndpoint }

/**
 * Teams and who belongs to them. A team that a user is not a member of does not exist for that user.
 */
export type Teams = ReturnType<typeof createTeams>

export type TeamsDeps = TeamRemovalDeps & {
  credentials: Pick<SmtpCredentials, 'add' | 'replace' | 'passwordOf'>
  tokens: Pick<ApiTokens, 'revoke'>
  /** Shown with the credentials. Read for each view: port 0 becomes a real port at start. */
  smtp: Readonly<SmtpEndpoint>
  /** A team of open mode refuses what needs accounts. */
  open?: OpenTerms | null
  /** Whether members may make links for people without an account. */
  hasShareLinks?: boolean
  /** The team that catches mail without a known login; null: none. */
  openTeam?: number | null
  /** The domain below which each team has its own for mail without a login; null: none. */
  receiveDomain?: string | null
}

export function createTeams(deps: TeamsDeps) {
  const { db, events, credentials, smtp, now } = deps
  const { open = null, hasShareLinks = true, openTeam = null, receiveDomain = null } = deps
  const members = createTeamMembers(deps)
  const removal = createTeamRemoval(deps)
  const view = (row: MembershipRow): Team =>
    teamView(row, credentials.passwordOf(row), smtp, {
      open,
      hasShareLinks,
      openTeam,
      receiveDomain,
    })

  async function listFor(userId: number): Promise<Team[]> {
    const rows = await teamsOf(db.sql, userId)
    return rows.map(view)
  }

  async function get(userId: number, teamId: number): Promise<Team> {
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

  /** Creates the team of a new account, in the transaction that creates the account. Returns its id. */
  const createPersonal = (tx: Tx, user: { id: number; name: string }): Promise<number> =>
    insert(tx, user.id, 'personal', user.name)

  async function create(userId: number, name: string): Promise<Team> {
    const teamId = await db.transaction(async (tx) => {
      if (!(await lockUser(tx, { id: userId }))) throw signedOut()
      if ((await countOwned(tx, userId)) >= limits.teamsOwned) {
        throw conflict(`You already own ${limits.teamsOwned} teams. Delete or transfer one first.`)
      }
      return insert(tx, userId, 'shared', name)
    })
    return get(userId, teamId)
  }

  async function rename(request: UserRequest<'rename'>, name: string): Promise<Team> {
    const { teamId } = request
    const { userId } = request.actor
    await db.transaction(async (tx, afterCommit) => {
      // Locks the account before the team, as everywhere: Postgres looks at the owner again when the row changes
      // twice.
      await lockUser(tx, { id: userId })
      await lockTeam(tx, teamId)
      await permit(tx, request)
      await setTeam(tx, teamId, { name })
      afterCommit(() => events.emit('teamOutdated', { teamId, userId, part: 'team' }))
    })
    return get(userId, teamId)
  }

  /** Suspends a team that is held, for an operator. Its members may still read. */
  async function setSuspended(
    [tx, afterCommit]: Work,
    teamId: number,
    at: number | null,
  ): Promise<void> {
    await setTeam(tx, teamId, { deactivated_at: at })
    afterCommit(() => events.emit('teamOutdated', { teamId, userId: null, part: 'team' }))
  }

  async function codeOf(request: TeamRequest): Promise<{ code: string; name: string }> {
    await permit(db.sql, request, keepsToInbox)
    const names = await namesOfTeam(db.sql, request.teamId)
    if (!names) throw notFound()
    return names
  }

  /** Whether an actor may join a private channel, which has the mail of a team. */
  async function mayJoin(actor: UserActor, channel: string): Promise<boolean> {
    const teamId = Number(/\d+/.exec(channel)?.[0] ?? 0)
    if (channel !== mailChannel(teamId)) return false
    try {
      await permit(db.sql, { actor, action: 'read_mail', teamId })
      return true
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }

  return {
    /** Whether there is such a team, which may catch mail. */
    isThere: (teamId: number): Promise<boolean> => isActiveTeam(db.sql, teamId),
    /** The id of the only team; null where there are several, or none. */
    onlyTeam: (): Promise<number | null> => onlyTeam(db.sql),
    /** SMTP asks this, so it uses the connections that catch mail. */
    idByCode: (code: string): Promise<number | null> => teamIdByCode(db.ingest, code),
    listFor,
    get,
    create,
    createPersonal,
    codeOf,
    rename,
    remove: removal.remove,
    removeFor: removal.removeFor,
    /** Serves the operator of the machine, whom the caller has checked. */
    listAll: (named?: string) => allTeams(db.longReads, named),
    /** Runs in the transaction that made the team. */
    takeBackPersonal: deleteTeam,
    removeAllOf: removal.removeAllOf,
    /** Ends a team that is held, for an operator. */
    endHeld: removal.end,
    setSuspended,
    listMembers: members.list,
    removeMember: members.remove,
    leave: members.leave,
    join: members.join,
    followGroups: members.followGroups,
    async handOver(request: UserRequest<'hand_over'>, to: number, password: string): Promise<Team> {
      await members.handOver(request, to, password)
      return get(request.actor.userId, request.teamId)
    },
    mayJoin,
    permit,
  }
}
