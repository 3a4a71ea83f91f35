/**
 * A place in the order in which a team's mail became visible: behind all mail of a revision, or behind one mail of
 * it. Pure.
 */
export type Marker = { revision: number; mailId: number }

/** Greater than every id. */
const wholeRevision = Number.MAX_SAFE_INTEGER

export const markerOf = (revision: number): Marker => ({ revision, mailId: wholeRevision })

export const isAfter = (one: Marker, other: Marker): boolean =>
  one.revision > other.revision || (one.revision === other.revision && one.mailId > other.mailId)

export function encodeMarker({ revision, mailId }: Marker): string {
  const mail = mailId === wholeRevision ? '' : `.${mailId.toString(36)}`
  return `r${revision.toString(36)}${mail}`
}

/** Null for what is no marker. */
export function decodeMarker(text: string): Marker | null {
  const [, revision, mail] =
    /^r(0|[1-9a-z][0-9a-z]{0,9})(?:\.([1-9a-z][0-9a-z]{0,9}))?$/.exec(text) ?? []
  if (revision === undefined) return null
  const marker = {
    revision: Number.parseInt(revision, 36),
    mailId: mail === undefined ? wholeRevision : Number.parseInt(mail, 36),
  }
  return Object.values(marker).every(Number.isSafeInteger) ? marker : null
}

/** The known part of a team's order: from one revision on, to the present one. */
export type KnownOrder = { arrivals_from: number; revision: number }

/** False for one that is too old, and for one from a store that this is an older copy of. */
export function isKnown(marker: Marker, { arrivals_from, revision }: KnownOrder): boolean {
  const isWhole =
    marker.mailId === wholeRevision
      ? marker.revision >= arrivals_from
      : marker.revision > arrivals_from
  return isWhole && marker.revision <= revision
}
