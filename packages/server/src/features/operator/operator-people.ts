import { limits } from '@mailstop/contract'
import type { UserActor } from '../../actor.ts'
import type { Work } from '../../db/database.ts'
import type { UserRow } from '../../db/schema.ts'
import { conflict, notFound } from '../../errors.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { RequirePassword } from '../teams/teams.ts'
import { holdOperator, type HeldOperator } from './operator-hold.ts'
import { findUserRow, listUserRows, searchFloor, teamsOfUser } from './operator-store.ts'
import { operatorUserView } from './operator-view.ts'
import { pageOf, type Asked } from './operator-page.ts'

export type PeopleDeps = Pick<FeatureDeps, 'db' | 'now'> & {
  accounts: Pick<Accounts, 'setDisabled' | 'endSessionsOf' | 'mailResetLink' | 'removeHeld'>
  requirePassword: RequirePassword
}

export function createOperatorPeople({ db, accounts, requirePassword, now }: PeopleDeps) {
  const list = (asked: Asked) =>
    pageOf(asked, {
      floorOf: (cursor) => searchFloor(db.sql, 'users', cursor),
      rows: (page) => listUserRows(db.sql, page),
      view: operatorUserView,
    })

  async function get(userId: number) {
    const [row, teams] = await Promise.all([
      findUserRow(db.sql, userId),
      teamsOfUser(db.sql, userId, limits.operatorTeamsListed),
    ])
    if (!row) throw notFound()
    return { ...operatorUserView(row), teams }
  }

  /** One act on an account, in one transaction with its record. */
  const act = (
    actor: UserActor,
    userId: number,
    work: (work: Work, held: { operator: HeldOperator; user: UserRow }) => Promise<void>,
  ): Promise<void> =>
    db.transaction(async (tx, afterCommit) => {
      const held = await holdOperator(tx, actor, now, userId)
      await work([tx, afterCommit], held)
    })

  const refuseOwn = (actor: UserActor, userId: number) => {
    if (actor.userId === userId) throw conflict('This is your own account. Use its settings.')
  }

  async function setDisabled(actor: UserActor, userId: number, disabled: boolean): Promise<void> {
    refuseOwn(actor, userId)
    await act(actor, userId, async (work, { operator, user }) => {
      // The second time nothing changes, so nothing is recorded.
      if ((user.disabled_at !== null) === disabled) return
      await accounts.setDisabled(work, user.id, disabled ? now() : null)
      await operator.record(disabled ? 'disabled_user' : 'enabled_user', user.email)
    })
  }

  return {
    list,
    get,
    disable: (actor: UserActor, userId: number) => setDisabled(actor, userId, true),
    enable: (actor: UserActor, userId: number) => setDisabled(actor, userId, false),
    endSessions: (actor: UserActor, userId: number) =>
      act(actor, userId, async (work, { operator, user }) => {
        await accounts.endSessionsOf(work, user.id)
        await operator.record('ended_sessions', user.email)
      }),
    sendResetLink: (actor: UserActor, userId: number) =>
      act(actor, userId, async (work, { operator, user }) => {
        await accounts.mailResetLink(work, user)
        await operator.record('sent_reset_link', user.email)
      }),
    /** Follows the same rules as for the holder: shared teams are deleted or transferred first. */
    async remove(actor: UserActor, userId: number, password: string): Promise<void> {
      refuseOwn(actor, userId)
      const holdConfirmed = await requirePassword(actor, password, 'password')
      await act(actor, userId, async (work, { operator, user }) => {
        await holdConfirmed(work[0])
        await accounts.removeHeld(work, user.id)
        await operator.record('deleted_user', user.email)
      })
    },
  }
}
