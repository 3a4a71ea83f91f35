import type { Mail } from '@mailstop/contract'
import { beginning, jsonBytes } from '../../../lib/json/json-size.ts'
import { isAfter, markerOf, type Marker } from '../rows/mail-marker.ts'
import type { Asked, Found } from './wait-look.ts'

/** Which of the found mails a wait answers with, and in which form. Pure. */

/** Sorts by arrival where it is known, which is not the order of ids; the oldest first. */
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

/** The marker of the last of the chosen mails; where none has a place, the end of that revision. */
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

/** The most bytes of JSON in one reply: of mails that it has whole, and of mails that it has cut. */
const mostBytes = { whole: 3 * 1024 * 1024, lean: 1024 * 1024 }
/** An error with a mail is sent at once, and a client may take long to read it. */
const mostOfError = 64 * 1024

/**
 * A hundred large mails would be in memory with more than a hundred megabytes, for each wait that reads them.
 * So each is cut when it was read: once there is no room for whole mails, the texts and headers are left out,
 * and then everything that a list does not show.
 */
export function createMailFitter(most: { whole: number; lean: number } = mostBytes) {
  const left = { ...most }
  return (mail: Mail): Mail => {
    left.whole -= jsonBytes(mail)
    if (left.whole >= 0) return mail
    const lean = withoutTexts(mail)
    left.lean -= jsonBytes(lean)
    return left.lean >= 0 ? lean : withoutContents(lean)
  }
}

export const fitError = (mail: Mail): Mail =>
  createMailFitter({ whole: mostOfError, lean: mostOfError })(mail)

function withoutTexts(mail: Mail): Mail {
  const left = (['html', 'text'] as const).filter((kind) => mail[kind] !== null)
  const large = [...new Set([...mail.large, ...left])]
  return { ...mail, html: null, text: null, large, headers: [], problem: 'cut' }
}

/** Bytes of the recipients of a mail that is cut to little. */
const mostRecipientBytes = 4 * 1024

function withoutContents(mail: Mail): Mail {
  const to = beginning(mail.to, mostRecipientBytes)
  const envelope = { ...mail.envelope, to: beginning(mail.envelope.to, mostRecipientBytes) }
  const count = ({ to, cc, bcc, reply_to, envelope }: Mail) =>
    [to, cc, bcc, reply_to, envelope.to].flat().length
  const left: Mail = {
    ...mail,
    to,
    cc: [],
    bcc: [],
    reply_to: [],
    envelope,
    attachments: [],
    structure: null,
    extracted: null,
    transcript: null,
    transcript_times: [],
  }
  return { ...left, hidden_recipients: mail.hidden_recipients + count(mail) - count(left) }
}
