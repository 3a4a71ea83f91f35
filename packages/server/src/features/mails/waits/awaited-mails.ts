import type { Mail } from '@mailstop/contract'
import { beginning } from '../../../lib/json-size.ts'
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

const mb = 1024 * 1024
/** Characters of all mails in one reply together: of their texts and headers, and of what else they have. */
const mostCharacters = { texts: 4 * mb, rest: 4 * mb }
/** Bytes of the recipients of one mail of which little is shown. */
const fewRecipientBytes = 4 * 1024

/**
 * Makes a reply of mails stay small, to be called with each as soon as it is read: a hundred large ones are a hundred
 * megabytes. Of the last ones the texts are left out, and then all but what a list shows.
 */
export function createFit(): (mail: Mail) => Mail {
  const left = { ...mostCharacters }
  return (mail) => {
    const { html, text, headers, ...rest } = mail
    const ofHeaders = headers.reduce((sum, { name, value }) => sum + name.length + value.length, 0)
    left.texts -= (html ?? '').length + (text ?? '').length + ofHeaders
    left.rest -= JSON.stringify(rest).length
    if (left.rest < 0) return inBrief(withoutTexts(mail))
    return left.texts < 0 ? withoutTexts(mail) : mail
  }
}

function withoutTexts(mail: Mail): Mail {
  const left = (['html', 'text'] as const).filter((kind) => mail[kind] !== null)
  const large = [...new Set([...mail.large, ...left])]
  return { ...mail, html: null, text: null, large, headers: [], problem: 'cut' }
}

function inBrief(mail: Mail): Mail {
  const { cc, bcc, reply_to, envelope } = mail
  const to = beginning(mail.to, fewRecipientBytes)
  const rcpt = beginning(envelope.to, fewRecipientBytes)
  const hidden = [mail.to, cc, bcc, reply_to, envelope.to].flat().length - to.length - rcpt.length
  return {
    ...mail,
    to,
    cc: [],
    bcc: [],
    reply_to: [],
    envelope: { ...envelope, to: rcpt },
    hidden_recipients: mail.hidden_recipients + hidden,
    attachments: [],
    structure: null,
    extracted: null,
    forwards: [],
    transcript: null,
    transcript_times: [],
  }
}
