import type { Mail } from '@mailstop/contract'
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

/** Characters of all texts in one reply together. */
const mostCharacters = 4 * 1024 * 1024

/** A hundred large mails would be a reply of a hundred megabytes: of the last ones, the texts are left out. */
export function fitMails(mails: Mail[]): Mail[] {
  let room = mostCharacters
  return mails.map((mail) => {
    const headers = mail.headers.reduce(
      (sum, { name, value }) => sum + name.length + value.length,
      0,
    )
    room -= (mail.html ?? '').length + (mail.text ?? '').length + headers
    if (room >= 0) return mail
    const left = (['html', 'text'] as const).filter((kind) => mail[kind] !== null)
    const large = [...new Set([...mail.large, ...left])]
    return { ...mail, html: null, text: null, large, headers: [], problem: 'cut' as const }
  })
}
