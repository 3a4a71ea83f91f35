import type { UserActor } from '../../actor.ts'
import type { Work } from '../../db/database.ts'
import { lockTeam } from '../../db/locks.ts'
import type { OwnLimits } from '../../db/mail/team-quota.ts'
import { conflict, notFound } from '../../errors.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import type { Mails } from '../mails/mails.ts'
import type { RequirePassword, Teams } from '../teams/teams.ts'
import { holdOperator, type HeldOperator } from './operator-hold.ts'
import { findTeam, listTeamRows, searchFloor } from './operator-store.ts'
import { pageOf, type Asked } from './operator-page.ts'
import { operatorTeamView } from './operator-view.ts'

export type OperatorTeamsDeps = Pick<FeatureDeps, 'db' | 'now'> & {
  teams: Pick<Teams, 'setSuspended' | 'endHeld'>
  mails: Pick<Mails, 'keep'>
  requirePassword: RequirePassword
}

type Held = {
  operator: HeldOperator
  team: NonNullable<Awaited<ReturnType<typeof findTeam>>>
}

export function createOperatorTeams(deps: OperatorTeamsDeps) {
  const { db, teams, mails, requirePassword, now } = deps
  const list = (asked: Asked) =>
    pageOf(asked, {
      floorOf: (cursor) => searchFloor(db.sql, 'teams', cursor),
      rows: (page) => listTeamRows(db.sql, page),
      view: operatorTeamView,
    })

  /** One act on a team that is held, in one transaction with its record. */
  const act = (
    actor: UserActor,
    teamId: number,
    work: (work: Work, held: Held) => Promise<void>,
  ): Promise<void> =>
    db.transaction(async (tx, afterCommit) => {
      const { operator } = await holdOperator(tx, actor, now)
      await lockTeam(tx, teamId)
      const team = await findTeam(tx, teamId)
      if (!team) throw notFound()
      await work([tx, afterCommit], { operator, team })
    })

  const setSuspended = (actor: UserActor, teamId: number, suspended: boolean) =>
    act(actor, teamId, async (work, { operator, team }) => {
      if ((team.deactivated_at !== null) === suspended) return
      // Mail that is being written comes before this, and none after it.
      await mails.keep.holdMail(work[0], teamId)
      await teams.setSuspended(work, teamId, suspended ? now() : null)
      await operator.record(suspended ? 'suspended_team' : 'resumed_team', team.name)
    })

  return {
    list,
    limit: (actor: UserActor, teamId: number, limits: OwnLimits) =>
      act(actor, teamId, async (work, { operator, team }) => {
        await mails.keep.setLimits(work, teamId, limits)
        await operator.record('limited_team', team.name, limitsText(limits))
      }),
    suspend: (actor: UserActor, teamId: number) => setSuspended(actor, teamId, true),
    resume: (actor: UserActor, teamId: number) => setSuspended(actor, teamId, false),
    async remove(actor: UserActor, teamId: number, password: string): Promise<void> {
      const holdConfirmed = await requirePassword(actor, password, 'password')
      await act(actor, teamId, async (work, { operator, team }) => {
        await holdConfirmed(work[0])
        if (team.type === 'personal') {
          throw conflict('A personal team cannot be deleted. It goes with the account.')
        }
        await teams.endHeld(work, teamId)
        await operator.record('deleted_team', team.name)
      })
    },
  }
}

const limitsText = ({ max_mails, max_bytes }: OwnLimits): string =>
  `${limitText(max_mails)} messages, ${limitText(max_bytes)} bytes`

function limitText(limit: number | null): string {
  if (limit === null) return 'the usual'
  return limit === 0 ? 'any number of' : String(limit)
}
