import type { Tx } from '../../../db/database.ts'
import type { MailRange } from '../../../db/mail/mail-ranges.ts'
import { storeTrouble } from '../../../db/store-faults.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import { removeExpired, removeOverflow } from '../change/mail-change-store.ts'
import { inboxesWithRetention } from '../rows/inbox-store.ts'
import { listExpired, listExpiredOfInbox, listOverflow } from '../rows/mail-ids-store.ts'
import { teamsWithRetention } from '../rows/team-limit-store.ts'
import { keptOf, type Kept } from './team-retention.ts'

/**
 * Deletes mail that is older or more than the operator keeps, or its team or its inbox if that wants less. Flagged
 * mail is spared. Works in small
 * transactions with catching let through between them; `sweep` resolves when nothing is left to do.
 */
export function createRetention(
  deps: Pick<FeatureDeps, 'db' | 'events' | 'now'> & {
    /** Mail older than this many days goes; null keeps it. */
    days: number | null
    /** Mail beyond this many in a team goes, oldest first; null keeps it. */
    mails: number | null
    /** Ranges that soon go as a whole. */
    awaited?: () => readonly MailRange[]
  },
) {
  const { db, events, awaited = () => [] } = deps
  const most: Kept = { days: deps.days, mails: deps.mails }
  const keepsAll: Kept = { days: null, mails: null }
  const perTransaction = 500
  const dayMs = 24 * 60 * 60 * 1_000
  let stopped = false

  /**
   * Removes until nothing is listed. `remove` asks again, since somebody may have changed what was listed. Where it
   * removes nothing, the next sweep goes on: in a damaged store an index may list mails for ever that are not there.
   */
  async function removeAll(
    teamId: number,
    list: () => Promise<number[]>,
    remove: (tx: Tx, ids: number[]) => Promise<number[]>,
  ): Promise<void> {
    let removedAny = false
    try {
      while (!stopped) {
        const ids = await list()
        if (ids.length === 0) break
        const removed = await db.makingRoom(() => db.transaction((tx) => remove(tx, ids)))
        if (removed.length === 0) break
        removedAny = true
      }
    } finally {
      // Published also when the rest has failed: the earlier mails are removed.
      if (removedAny) {
        events.emit('inboxOutdated', { teamId, userId: null })
        events.emit('mailsChanged', { teamId, what: 'deleted' })
      }
    }
  }

  async function sweepMail(teamId: number, inbox: number | null, { days, mails }: Kept) {
    const limit = perTransaction
    if (days !== null) {
      const before = deps.now() - days * dayMs
      await removeAll(
        teamId,
        () =>
          inbox === null
            ? listExpired(db.longReads, teamId, { before, limit, spared: awaited() })
            : listExpiredOfInbox(db.longReads, teamId, { inbox, before, limit }),
        (tx, ids) => removeExpired(tx, teamId, ids),
      )
    }
    if (mails !== null) {
      const most = { inbox, kept: mails }
      await removeAll(
        teamId,
        () => listOverflow(db.longReads, teamId, { ...most, limit }),
        (tx, ids) => removeOverflow(tx, teamId, ids, most),
      )
    }
  }

  return {
    async sweep(): Promise<void> {
      const failures: unknown[] = []
      async function attempt(work: Promise<void>): Promise<void> {
        try {
          await work
        } catch (error) {
          // The same would meet every other team, one after the other.
          if (['away', 'read_only'].includes(storeTrouble(error) ?? '')) throw error
          failures.push(error)
        }
      }
      const onlyOwn = most.days === null && most.mails === null
      // Few teams have a setting of their own, and an index finds them: no reader is started for them.
      const store = onlyOwn ? db.sql : db.longReads
      for (const { id, ...own } of await teamsWithRetention(store, { onlyOwn })) {
        await attempt(sweepMail(id, null, keptOf(most, own)))
      }
      for (const { team_id, id, ...own } of await inboxesWithRetention(db.sql)) {
        await attempt(sweepMail(team_id, id, keptOf(keepsAll, own)))
      }
      if (failures.length > 0) throw new AggregateError(failures, 'Retention failed for a team')
    },
    /** A sweep under way ends after its current transaction. */
    stop() {
      stopped = true
    },
  }
}
