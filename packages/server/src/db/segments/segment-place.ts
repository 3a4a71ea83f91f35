import { crc32 } from 'node:zlib'
import { DamagedSource } from '../mail/packing.ts'

/** Where a packed source is: in which segment, from which byte on, and what its bytes add up to. */
export type SegmentPlace = { segment: string; start: number; bytes: number; crc: number }

/**
 * The first byte of a place, which no packed source has. A place stands in `mail_sources` where the packed source
 * would: this byte, the segment, and three numbers. So a place goes with its mail as a source does, and a row says by
 * itself which of the two it holds.
 */
const format = 3
const placeBytes = 1 + 16 + 3 * 4

export function placeRow({ segment, start, bytes, crc }: SegmentPlace): Uint8Array {
  const row = Buffer.alloc(placeBytes)
  row[0] = format
  row.write(segment.replaceAll('-', ''), 1, 'hex')
  row.writeUInt32BE(start, 17)
  row.writeUInt32BE(bytes, 21)
  row.writeUInt32BE(crc, 25)
  return row
}

/** Null of a row that holds the source itself. */
export function placeOf(row: Uint8Array): SegmentPlace | null {
  if (row[0] !== format || row.length !== placeBytes) return null
  const buffer = Buffer.from(row.buffer, row.byteOffset, row.length)
  const hex = buffer.toString('hex', 1, 17)
  return {
    segment: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    start: buffer.readUInt32BE(17),
    bytes: buffer.readUInt32BE(21),
    crc: buffer.readUInt32BE(25),
  }
}

/** The places of these packed sources in a segment of them, one behind the other. */
export function placesIn(segment: string, packed: readonly Uint8Array[]): SegmentPlace[] {
  let start = 0
  return packed.map((bytes) => {
    const place = { segment, start, bytes: bytes.length, crc: crc32(bytes) }
    start += bytes.length
    return place
  })
}

/** An object whose bytes differ from those that were stored is a fault of the object store, and never a mail. */
function requireWhole(bytes: Uint8Array, place: SegmentPlace): void {
  if (bytes.length === place.bytes && crc32(bytes) === place.crc) return
  throw new DamagedSource(
    `The source in segment ${place.segment} at ${place.start} is not what was put`,
  )
}

export type Run<Item> = { segment: string; start: number; end: number; items: Item[] }

/** Ranges with less between them are read together, as far as they are not larger than this. */
const gapBytes = 64 * 1024
const runBytes = 1024 * 1024

/** Ranges that are read by one request each. A source that is larger has one of its own. */
export function runsOf<Item extends { place: SegmentPlace }>(items: readonly Item[]): Run<Item>[] {
  const runs: Run<Item>[] = []
  for (const item of items.toSorted((one, other) => order(one.place, other.place))) {
    const { segment, start, bytes } = item.place
    const end = start + bytes
    const last = runs.at(-1)
    const isNear = last?.segment === segment && start - last.end <= gapBytes
    if (last && isNear && end - last.start <= runBytes) {
      last.items.push(item)
      last.end = end
    } else runs.push({ segment, start, end, items: [item] })
  }
  return runs
}

const order = (one: SegmentPlace, other: SegmentPlace) =>
  one.segment < other.segment ? -1 : one.segment > other.segment ? 1 : one.start - other.start

/** The packed source at this place, of the bytes from `start` on. */
export function cutOut(bytes: Uint8Array, start: number, place: SegmentPlace): Uint8Array {
  const source = bytes.subarray(place.start - start, place.start - start + place.bytes)
  requireWhole(source, place)
  return source
}
