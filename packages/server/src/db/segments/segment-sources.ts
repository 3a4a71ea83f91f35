import { createFairShares } from '../../lib/shares/fair-shares.ts'
import type { Batch, MailSources, NewSource } from '../database.ts'
import { pack, unpackSource } from '../mail/packing.ts'
import type { ObjectStore } from './object-store.ts'
import {
  cutOut,
  placeOf,
  placeRow,
  placesIn,
  runsOf,
  type SegmentPlace,
  type Run,
} from './segment-place.ts'
import { newSegmentId, segmentKey } from './segment-keys.ts'
import { newSegment } from './segment-rows.ts'
import type { createStoreWatch } from './store-watch.ts'

export type SegmentDeps = {
  store: ObjectStore
  watch: ReturnType<typeof createStoreWatch>
  /** Stands before the key of each segment. */
  folder: string
  now: () => number
}

type StoredSegment = {
  id: string
  made: number
  bytes: number
  /** Places by mail. */
  places: Map<number | undefined, SegmentPlace>
  /** A batch that was written again names it. */
  isTaken: boolean
}

/** Each reader may be about to hold a large mail: some of all, and not most of them for one team. */
const readShares = {
  total: 24,
  perUser: 8,
  waiting: 8_000,
  waitingPerUser: 2_000,
  waitMs: 30_000,
}

/**
 * Sources in segments: one object for each batch, which is stored before its rows are. Every source is packed by itself,
 * so that a range of the object is all that reading it takes. Rows that hold their source are read as ever.
 */
export function createSegmentSources({ store, watch, folder, now }: SegmentDeps) {
  const shares = createFairShares(readShares)
  /** Bytes that are in an object. When they are put once more for the same mail, its batch was refused. */
  const stored = new WeakMap<Uint8Array, StoredSegment>()

  async function put(sources: NewSource[]): Promise<Batch> {
    // A batch that is refused is written again without what was wrong with it, in up to as many parts as it has
    // mails. One part names the object that is there, and the others keep their sources in their rows: no sender can
    // cause more than one object a batch.
    const isStored = ({ mail_id, source }: NewSource) => stored.get(source)?.places.has(mail_id)
    const [again, fresh] = divide(sources, isStored)
    return [...reuse(again), ...(fresh.length > 0 ? stepsOf(await putSegment(fresh), fresh) : [])]
  }

  function reuse(sources: NewSource[]): Batch {
    const [segment, ...others] = new Set(sources.map(({ source }) => stored.get(source)))
    if (!segment) return []
    if (others.length > 0 || segment.isTaken) return [{ insert: 'mail_sources', rows: sources }]
    segment.isTaken = true
    return stepsOf(segment, sources)
  }

  async function putSegment(sources: NewSource[]): Promise<StoredSegment> {
    const made = now()
    const id = newSegmentId(made)
    const packed = await watch.within('writing', async () => {
      const parts = await Promise.all(sources.map(({ source }) => pack(source)))
      await store.put(folder + segmentKey(id), Buffer.concat(parts))
      return parts
    })
    const bytes = packed.reduce((sum, { length }) => sum + length, 0)
    const places = new Map(
      placesIn(id, packed).map((place, index) => [sources[index]?.mail_id, place]),
    )
    const segment = { id, made, bytes, places, isTaken: false }
    for (const { source } of sources) stored.set(source, segment)
    return segment
  }

  function stepsOf({ id, bytes, made, places }: StoredSegment, sources: NewSource[]): Batch {
    const rows = sources.map(({ mail_id, team_id }) => {
      return { mail_id, team_id, source: placeRow(places.get(mail_id) as SegmentPlace) }
    })
    return [
      { insert: 'source_segments', rows: [newSegment(id, bytes, sources, made)] },
      { insert: 'mail_sources', rows, packed: true },
    ]
  }

  /** Reads for one team, whose mails wait for each other and not for those of others. */
  async function read({ segment, start, end }: Run<unknown>, teamId: number): Promise<Uint8Array> {
    const client = { user: `team ${teamId}`, connection: shares }
    const get = () => store.get(folder + segmentKey(segment), start, end - start)
    return shares.within(1, () => watch.within('reading', get), client)
  }

  /** Mails that were caught together are read by one request, when the first of them is read. */
  function readersOf(located: readonly { place: SegmentPlace; teamId: number }[]) {
    const readers = new Map<SegmentPlace, () => Promise<Uint8Array>>()
    for (const ofTeam of Map.groupBy(located, ({ teamId }) => teamId).values()) {
      for (const run of runsOf(ofTeam)) {
        let bytes: Promise<Uint8Array> | undefined
        const { teamId } = run.items[0] as (typeof ofTeam)[number]
        for (const { place } of run.items) {
          readers.set(place, async () =>
            cutOut(await (bytes ??= read(run, teamId)), run.start, place),
          )
        }
      }
    }
    return readers
  }

  return {
    put,
    async get(mails) {
      const rows = await mails
        .innerJoin('mail_sources', 'mail_sources.mail_id', 'mails.id')
        .select(['mails.size as source_size', 'mail_sources.source as packed_source'])
        .select('mail_sources.team_id as source_team')
        .execute()
      const stored = rows.map((row) => ({ row, place: placeOf(row.packed_source) }))
      const readers = readersOf(
        stored.flatMap(({ row, place }) => (place ? [{ place, teamId: row.source_team }] : [])),
      )
      return stored.map(({ row, place }) => ({
        mail: row,
        async read() {
          const packed = place ? await readers.get(place)?.() : row.packed_source
          return unpackSource(packed as Uint8Array, row.source_size)
        },
      }))
    },
  } satisfies Pick<MailSources, 'put' | 'get'>
}

function divide<Item>(
  items: readonly Item[],
  isFirst: (item: Item) => boolean | undefined,
): [Item[], Item[]] {
  const { first = [], second = [] } = Object.groupBy(items, (item) =>
    isFirst(item) ? 'first' : 'second',
  )
  return [first, second]
}
