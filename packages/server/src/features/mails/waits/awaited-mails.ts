import type { Mail } from '@mailstop/contract'
import { jsonBytes } from '../../../lib/json-size.ts'
import { isAfter, markerOf, type Marker } from '../mail-marker.ts'
import type { Asked, Found } from './wait-look.ts'

/** Which of the found mails a wait answers with, and in which form. Pure. */

/** In the order of arrival where it is known, which is not that of the ids; the oldest first. */
function compareArrival(one: [number, Marker | null], other: [number, Marker | null]): number {
  const [[id, place], [otherId, otherPlace]] = [one, other]
  if (place !== null && otherPlace !== null) return isAfter(place, otherPlace) ? 1 : -1
  return id - otherId
}

export function chooseMails(
  found: Found,
  { need, order }: Pick<Asked, 'need' | 'order'>,
): number[] {
  const inOrder = [...found].toSorted(compareArrival).map(([id]) => id)
  return order === 'oldest' ? inOrder.slice(0, need) : inOrder.slice(-need).toReversed()
}

/** Behind the last of the chosen mails; where none has a place, behind all that there was at that revision. */
export function markerBehind(
  asked: Pick<Asked, 'need' | 'order'>,
  found: Found,
  revision: number,
): Marker {
  const places = chooseMails(found, asked).flatMap((id) => found.get(id) ?? [])
  const last = places.reduce<Marker | null>(
    (one, place) => (one === null || isAfter(place, one) ? place : one),
    null,
  )
  return last ?? markerOf(revision)
}

/** Bytes of all mails of one reply that are whole. */
const mostBytes = 4 * 1024 * 1024
/** Of what was extracted from one of the others: with a code and a few links. */
const mostExtracted = 16 * 1024

/**
 * A hundred large mails would be a reply of a hundred megabytes: of the last ones, what is large is left out.
 * Takes the mails of a reply one after the other.
 */
export function createMailRoom(): (mail: Mail) => Mail {
  let room = mostBytes
  return (mail) => {
    // Once there is no room, no mail is measured any more.
    if (room >= 0) room -= jsonBytes(mail)
    return room >= 0 ? mail : cut(mail)
  }
}

function cut(mail: Mail): Mail {
  const left = (['html', 'text'] as const).filter((kind) => mail[kind] !== null)
  return {
    ...mail,
    html: null,
    text: null,
    large: [...new Set([...mail.large, ...left])],
    headers: [],
    attachments: [],
    extracted: jsonBytes(mail.extracted) <= mostExtracted ? mail.extracted : null,
    structure: null,
    transcript: null,
    transcript_times: [],
    problem: 'cut',
  }
}
