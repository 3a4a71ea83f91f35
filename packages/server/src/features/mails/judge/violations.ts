import { limits } from '@mailstop/contract'
import { inboxOf, keepsToInbox, type TeamRequest } from '../../../actor.ts'
import type { Sql } from '../../../db/database.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import type { Permit } from '../../teams/teams.ts'
import { requireKnown } from '../find/mail-selection.ts'
import { countArrivals } from '../rows/arrival-store.ts'
import { anyGuard } from '../rows/mail-marks.ts'
import { listMarked } from '../rows/mark-store.ts'
import { readCounters } from '../rows/mail-count-store.ts'
import { decodeMarker, encodeMarker, isAfter, markerOf } from '../rows/mail-marker.ts'
import { findMails } from '../rows/mail-store.ts'
import { summariesOf } from '../show/given-later.ts'
import { listGuardRows } from './guard-store.ts'
import { listBrokenAfter, reachedOf } from './judging-store.ts'

type Deps = Pick<FeatureDeps, 'db'> & { permit: Permit }

const most = limits.violationsListed

/** Keeps the order of the ids, and leaves out deleted mail. */
export async function listMails(store: Sql, teamId: number, ids: number[]) {
  const rows = await findMails(store, teamId, ids)
  return summariesOf(
    store,
    rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
  )
}

/** Mail of a team that breaks guards, and how far its mail was judged. */
export function createViolations({ db, permit }: Deps) {
  return async (request: TeamRequest<'read_mail'>, { after }: { after?: string | undefined }) => {
    const { teamId } = request
    const inbox = inboxOf(request)
    const [counters] = await Promise.all([
      readCounters(db.sql, teamId),
      permit(db.sql, request, keepsToInbox),
    ])
    if (after) requireKnown(after, counters)
    const from = after ? decodeMarker(after) : null
    // It is read before the marks: all that was found up to there is among them.
    const reached = await reachedOf(db.sql, teamId)
    const guards = await listGuardRows(db.sql, teamId)
    const guardsOn = guards.filter(({ on_at }) => on_at !== null).length
    const left =
      reached && guardsOn > 0 ? await countArrivals(db.sql, teamId, reached, 1, inbox) : 0
    const places = from && (await listBrokenAfter(db.sql, teamId, from, { inbox, limit: most }))
    const ids = places
      ? places.map(({ mailId }) => mailId)
      : await listMarked(db.sql, teamId, anyGuard, { inbox, limit: most })
    const last = places?.at(-1)
    const isFull = places?.length === most
    const judged = guardsOn > 0 && reached ? reached : markerOf(counters.revision)
    const ends = [from, last, isFull ? null : judged].filter(
      (place) => place !== null && place !== undefined,
    )
    const marker = ends.reduce((one, other) => (isAfter(other, one) ? other : one))
    return {
      data: await listMails(db.sql, teamId, ids),
      meta: { marker: encodeMarker(marker), pending: left > 0, guards_on: guardsOn },
    }
  }
}
