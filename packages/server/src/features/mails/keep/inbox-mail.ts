import type { FeatureDeps } from '../../feature-deps.ts'
import { trashMails } from '../change/mail-change-store.ts'
import { listOfInbox, newestArrival } from '../rows/mail-ids-store.ts'
import { keptTrashMs } from './mail-trash.ts'

const perTransaction = 500

/** The mail of inboxes that end by themselves. */
export function createInboxMail({ db, events }: Pick<FeatureDeps, 'db' | 'events'>) {
  return {
    newestArrival,
    /** Puts some mails of an inbox, or those that came since then, into the trash, as one deletion; false when none is left. */
    async clearSome(
      teamId: number,
      inbox: number,
      { at, since }: { at: number; since: number | null },
    ): Promise<boolean> {
      const ids = await listOfInbox(db.sql, teamId, { inbox, since, limit: perTransaction })
      if (ids.length === 0) return false
      const trash = () => db.transaction((tx) => trashMails(tx, teamId, ids, at))
      const trashed = await db.makingRoom(trash)
      if (trashed.length === 0) return false
      events.emit('inboxOutdated', { teamId, userId: null })
      events.emit('mailsChanged', { teamId, what: 'deleted' })
      return true
    },
    /** Mail that was deleted may come back for this long. */
    restorableMs: keptTrashMs,
  }
}
