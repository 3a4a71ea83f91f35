import { randomBytes } from 'node:crypto'

/**
 * The id of a segment: a UUID of version 7 (RFC 9562), which begins with the time in milliseconds. The key of its
 * object follows from it alone, and the keys of an installation are in the order of time.
 */
export function newSegmentId(now: number): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes[6] = 0x70 | ((bytes[6] as number) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] as number) & 0x3f)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** When it was made, by the clock of the process that made it. */
export const segmentTime = (id: string): number => parseInt(id.replace('-', '').slice(0, 12), 16)

/** Sorts by day, so that a person finds the objects of a day. The key tells nothing of a mail. */
export function segmentKey(id: string): string {
  const [day = ''] = new Date(segmentTime(id)).toISOString().split('T')
  return `${day.replaceAll('-', '/')}/${id}`
}

const keyForm =
  /^\d{4}\/\d\d\/\d\d\/([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})$/

/** The id in a key; null of an object that is no segment. */
export const segmentOfKey = (key: string): string | null => keyForm.exec(key)?.[1] ?? null
