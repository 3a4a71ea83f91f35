import type { FeatureDeps } from '../../feature-deps.ts'
import { trashMails } from '../change/mail-change-store.ts'
import { listSizesOfInbox } from '../rows/mail-ids-store.ts'
import { findSource } from '../rows/mail-store.ts'

const perTransaction = 500

type LoginMailDeps = Pick<FeatureDeps, 'db' | 'events'> & { nextDeletion: () => number }

/** The mail of an inbox for who has its credentials, which are the permission: they open it, and nothing else. */
export function createLoginMail({ db, events, nextDeletion }: LoginMailDeps) {
  return {
    /** The newest mails with their sizes, oldest first. */
    async list(teamId: number, inbox: number, limit: number) {
      return (await listSizesOfInbox(db.longReads, teamId, { inbox, limit })).toReversed()
    },
    source: (teamId: number, mailId: number) => findSource(db, teamId, mailId),
    /** Puts them into the trash, as one deletion. */
    async remove(teamId: number, ids: number[]): Promise<void> {
      const at = nextDeletion()
      for (let from = 0; from < ids.length; from += perTransaction) {
        const some = ids.slice(from, from + perTransaction)
        await db.makingRoom(() => db.transaction((tx) => trashMails(tx, teamId, some, at)))
      }
      events.emit('inboxOutdated', { teamId, userId: null })
      events.emit('mailsChanged', { teamId, what: 'deleted' })
    },
  }
}
