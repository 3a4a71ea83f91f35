import type { Database } from '../database.ts'
import type { SegmentDeps } from './segment-sources.ts'
import { placesIn, requireWhole } from './place.ts'
import { segmentTimes } from './segment-rules.ts'
import { newSegmentId, segmentKey } from './segment-keys.ts'
import { endSegments, moveSources, newSegment, type Located, type Segment } from './segment-rows.ts'

export type RewritingDeps = Pick<SegmentDeps, 'store' | 'folder'> & {
  db: Pick<Database, 'longReads' | 'sql' | 'transaction'>
}

/** Ranges with less between them are read together. */
const gapBytes = 64 * 1024

/**
 * Puts the live sources of segments into a new one, names their new places in one transaction, and ends the old
 * segments. Their objects stay for the readers under way. A process that is killed before the commit leaves an object
 * that no row names; a mail that was deleted meanwhile leaves bytes that no mail names.
 */
export function createSegmentRewriting({ db, store, folder }: RewritingDeps) {
  async function readSegment(id: string, mails: Located[]): Promise<Uint8Array[]> {
    const packed: Uint8Array[] = []
    for (const { start, end, mails: near } of runsOf(mails)) {
      const bytes = await store.get(folder + segmentKey(id), start, end - start)
      for (const { place } of near) {
        const from = place.start - start
        const source = bytes.subarray(from, from + place.bytes)
        requireWhole(source, place)
        packed.push(source)
      }
    }
    return packed
  }

  return async function rewrite(
    old: { segment: Segment; mails: Located[] }[],
    now: number,
  ): Promise<void> {
    const packed: Uint8Array[] = []
    for (const { segment, mails } of old) packed.push(...(await readSegment(segment.id, mails)))
    const mails = old.flatMap((one) => one.mails)
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

/** Parts of a segment that are read by one request each. */
function runsOf(mails: readonly Located[]) {
  const runs: { start: number; end: number; mails: Located[] }[] = []
  for (const mail of mails) {
    const { start, bytes } = mail.place
    const last = runs.at(-1)
    if (last && start - last.end <= gapBytes) {
      last.mails.push(mail)
      last.end = start + bytes
    } else runs.push({ start, end: start + bytes, mails: [mail] })
  }
  return runs
}
