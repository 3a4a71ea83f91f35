import { lockTeam } from '../../db/locks.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import type { Mails } from '../mails/mails.ts'
import { lateMailMs, type EndInbox } from './inbox-ending.ts'
import {
  deleteInbox,
  findInbox,
  listDueInboxes,
  listInboxesWithoutMail,
  updateInboxRow,
  type SweptInbox,
} from './inbox-store.ts'

type InboxSweepDeps = Pick<FeatureDeps, 'db' | 'now'> & {
  endInbox: EndInbox
  mails: { keep: Pick<Mails['keep'], 'inboxes'> }
  onError: (error: unknown) => void
  /** Milliseconds of the machine, which measure how long a part of a sweep has taken. */
  elapsed?: () => number
}

type Due = Awaited<ReturnType<typeof listDueInboxes>>[number]

const mostAtOnce = 200
/** A part of a sweep begins no other inboxes after this time: they follow with the next, and other sweeps have their turn. */
export const sweepPartMs = 20_000

/**
 * Ends inboxes that got no mail for as long as they were to live. Their mail goes into the trash in small steps, one
 * inbox after the other, so that none waits for the mail of another. A row that has ended keeps its `expires_at` until
 * this is done: a process that takes over goes on with it. What is to end comes before what is cleared, so that who ends
 * very many inboxes delays no end of others.
 */
export function createInboxSweep(deps: InboxSweepDeps) {
  const { db, now, endInbox, mails, onError, elapsed = () => performance.now() } = deps
  const { inboxes: kept } = mails.keep
  let stopped = false

  async function endIfExpired({ team_id, id }: Due): Promise<void> {
    await db.transaction(async (tx, afterCommit) => {
      if (!(await lockTeam(tx, team_id))) return
      const row = await findInbox(tx, team_id, id)
      if (!row) return
      const { expires_at, lives_ms } = row
      if (expires_at === null || expires_at > now()) return
      // Uses are written once a minute, and those of a process that was killed are not. The later end holds, as there:
      // the one that was set has come.
      const newest = await kept.newestArrival(tx, team_id, id)
      const putOff = newest === null || lives_ms === null ? 0 : newest + lives_ms
      if (putOff > now()) await updateInboxRow(tx, team_id, id, { expires_at: putOff })
      else await endInbox([tx, afterCommit], row, { by: null, isClearing: true })
    })
  }

  const afterClearing = (since: number | null) =>
    since === null ? { cleared_at: now(), expires_at: now() + lateMailMs } : { expires_at: null }

  async function clear(due: Due[]): Promise<void> {
    const at = now()
    const began = elapsed()
    for (let clearing = due; clearing.length > 0;) {
      const left: Due[] = []
      for (const which of clearing) {
        if (stopped) return
        const { team_id, id, ended_at, cleared_at } = which
        // What was restored since stays. Mail that was under way at the end comes later, and goes too.
        const since = cleared_at === null ? null : ended_at
        if (await kept.clearSome(team_id, id, { at, since })) left.push(which)
        else await updateInboxRow(db.sql, team_id, id, afterClearing(since))
      }
      // Rows keep their time until they are cleared, so the next sweep goes on with what is left.
      if (elapsed() - began > sweepPartMs) return
      clearing = left
    }
  }

  /** Takes some rows after the others until there are few, or the time is over; `take` returns those that it has seen. */
  async function inTurn<Row extends SweptInbox>(
    take: (page: { after: Row | undefined; limit: number }) => Promise<Row[]>,
  ): Promise<void> {
    const began = elapsed()
    let after: Row | undefined
    do {
      const seen = await take({ after, limit: mostAtOnce })
      if (seen.length < mostAtOnce) return
      after = seen.at(-1)
    } while (!stopped && elapsed() - began < sweepPartMs)
  }

  return {
    async sweep(): Promise<void> {
      const due = now()
      await inTurn<Due>(async (page) => {
        const ending = await listDueInboxes(db.sql, { ...page, before: due, hasEnded: false })
        // One that fails keeps no other from its end, and is tried again with the next sweep.
        for (const which of ending) if (!stopped) await endIfExpired(which).catch(onError)
        return ending
      })
      await inTurn<Due>(async (page) => {
        const ended = await listDueInboxes(db.sql, { ...page, before: due, hasEnded: true })
        await clear(ended)
        return ended
      })
      const before = now() - kept.restorableMs
      await inTurn<SweptInbox>(async (page) => {
        const { seen, gone } = await listInboxesWithoutMail(db.longReads, { ...page, before })
        for (const which of gone) await deleteInbox(db.sql, which)
        return seen
      })
    },
    /** A sweep under way ends after its current step. */
    stop(): void {
      stopped = true
    },
  }
}
