import { lockTeam } from '../../db/locks.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import type { Mails } from '../mails/mails.ts'
import { lateMailMs, type EndInbox } from './inbox-ending.ts'
import {
  deleteInbox,
  findInbox,
  listExpiredInboxes,
  listInboxesWithoutMail,
  updateInboxRow,
} from './inbox-store.ts'

type InboxSweepDeps = Pick<FeatureDeps, 'db' | 'now'> & {
  endInbox: EndInbox
  mails: { keep: Pick<Mails['keep'], 'inboxes'> }
  onError: (error: unknown) => void
}

type Expired = Awaited<ReturnType<typeof listExpiredInboxes>>[number]

/** What one sweep ends; the others follow with the next. */
const mostAtOnce = 200

/**
 * Ends inboxes that got no mail for as long as they were to live. Their mail goes into the trash in small steps, one
 * inbox after the other, so that none waits for the mail of another. A row that has ended keeps its `expires_at` until
 * this is done: a process that takes over goes on with it.
 */
export function createInboxSweep({ db, now, endInbox, mails, onError }: InboxSweepDeps) {
  const { inboxes: kept } = mails.keep
  let stopped = false

  /** False when mail came since its end was set: it lives on. */
  const endIfExpired = ({ team_id, id, ended_at }: Expired): Promise<boolean> =>
    db.transaction(async (tx, afterCommit) => {
      if (!(await lockTeam(tx, team_id))) return false
      if (ended_at !== null) return true
      const row = await findInbox(tx, team_id, id)
      if (!row) return false
      const { expires_at, lives_ms } = row
      if (expires_at === null || expires_at > now()) return false
      // Uses are written once a minute, and those of a process that was killed are not. The later end holds, as there:
      // the one that was set has come.
      const newest = await kept.newestArrival(tx, team_id, id)
      const putOff = newest === null || lives_ms === null ? 0 : newest + lives_ms
      if (putOff > now()) {
        await updateInboxRow(tx, team_id, id, { expires_at: putOff })
        return false
      }
      await endInbox([tx, afterCommit], row, { by: null, isClearing: true })
      return true
    })

  const afterClearing = (since: number | null) =>
    since === null ? { cleared_at: now(), expires_at: now() + lateMailMs } : { expires_at: null }

  return {
    async sweep(): Promise<void> {
      let clearing: Expired[] = []
      for (const which of await listExpiredInboxes(db.sql, now(), mostAtOnce)) {
        if (stopped) return
        // One that fails keeps no other from its end, and is tried again with the next sweep.
        const isEnding = await endIfExpired(which).catch(onError)
        if (isEnding === true) clearing.push(which)
      }
      const at = now()
      while (clearing.length > 0) {
        const left: Expired[] = []
        for (const which of clearing) {
          if (stopped) return
          const { team_id, id, ended_at, cleared_at } = which
          // What was restored since stays. Mail that was under way at the end comes later, and goes too.
          const since = cleared_at === null ? null : ended_at
          if (await kept.clearSome(team_id, id, { at, since })) left.push(which)
          else await updateInboxRow(db.sql, team_id, id, afterClearing(since))
        }
        clearing = left
      }
      const before = now() - kept.restorableMs
      for (const which of await listInboxesWithoutMail(db.longReads, before, mostAtOnce)) {
        await deleteInbox(db.sql, which)
      }
    },
    /** A sweep under way ends after its current step. */
    stop(): void {
      stopped = true
    },
  }
}
