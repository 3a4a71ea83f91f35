import type { Tx } from '../../../db/database.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import { trashMails } from '../change/mail-change-store.ts'
import { addCounts } from '../rows/mail-count-store.ts'
import { noCounts } from '../rows/mail-counts.ts'
import { listOfInbox, newestArrival } from '../rows/mail-ids-store.ts'
import { keptTrashMs } from './mail-trash.ts'

const perTransaction = 500

/** What inboxes need of their mail. */
export function createInboxMail({ db, events }: Pick<FeatureDeps, 'db' | 'events'>) {
  return {
    newestArrival,
    /** Lists and mails show the name of their inbox, so that an answer of before is not the present one. */
    namesChanged: (tx: Tx, teamId: number): Promise<void> => addCounts(tx, [noCounts(teamId)]),
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
