import type { Database } from '../database.ts'
import type { SegmentDeps } from './segment-sources.ts'
import { cutOut, placesIn, runsOf } from './segment-place.ts'
import { segmentTimes } from './segment-rules.ts'
import { newSegmentId, segmentKey } from './segment-keys.ts'
import { endSegments, moveSources, newSegment, type Located, type Segment } from './segment-rows.ts'

export type RewritingDeps = Pick<SegmentDeps, 'store' | 'folder'> & {
  db: Pick<Database, 'longReads' | 'sql' | 'transaction'>
}

/**
 * Puts the live sources of segments into a new one, names their new places in one transaction, and ends the old
 * segments. Their objects stay for the readers under way. A process that is killed before the commit leaves an object
 * that no row names; a mail that was deleted meanwhile leaves bytes that no mail names.
 */
export function createSegmentRewriting({ db, store, folder }: RewritingDeps) {
  async function readAll(mails: Located[]): Promise<Uint8Array[]> {
    const packed = new Map<Located, Uint8Array>()
    for (const { segment, start, end, items } of runsOf(mails)) {
      const bytes = await store.get(folder + segmentKey(segment), start, end - start)
      for (const mail of items) packed.set(mail, cutOut(bytes, start, mail.place))
    }
    return mails.map((mail) => packed.get(mail) as Uint8Array)
  }

  return async function rewrite(
    old: { segment: Segment; mails: Located[] }[],
    now: number,
  ): Promise<void> {
    const mails = old.flatMap((one) => one.mails)
    const packed = await readAll(mails)
    const id = newSegmentId(now)
    const body = Buffer.concat(packed)
    await store.put(folder + segmentKey(id), body)
    const places = placesIn(id, packed)
    await db.transaction(async (tx) => {
      await tx
        .insertInto('source_segments')
        .values(newSegment(id, body.length, mails, now))
        .execute()
      const moved = mails.flatMap((mail, index) => {
        const to = places[index]
        return to ? [{ mail, to }] : []
      })
      await moveSources(tx, moved)
      const ids = old.map(({ segment }) => segment.id)
      await endSegments(tx, ids, now + segmentTimes.graceMs)
    })
  }
}
