import type { EndpointReply, listMails, MailSummary } from '@mailstop/contract'
import { replaceEqualDeep } from '@tanstack/react-query'

/**
 * The fetched part of a list of mail, without gaps and by descending id: from its newest mail down, or
 * around a mail that was linked to. Every function returns a new list, or the same one when nothing changes.
 */
export type HeldList = {
  mails: readonly MailSummary[]
  /** The number of mails in the whole list, or a lower bound when it is not exact. */
  total: number
  totalIsExact: boolean
  /** The cursor of the next page; null when everything is held. */
  next: string | null
  /** The cursor of the newer mails that are not held. Without one, the list begins at its newest mail. */
  previous?: string | undefined
  /** How many these are; null when there are too many to count. */
  above?: number | null | undefined
  /** Many mails changed at once: what is held far down may be deleted or changed. */
  isStale?: true
}

/** What can change about a mail once it is caught. */
export type MailChange = Partial<Pick<MailSummary, 'read_at' | 'flagged' | 'tags'>>

export type MailPage = EndpointReply<typeof listMails>

export function listFromPage({ data, meta }: MailPage): HeldList {
  const { total, total_is_exact: totalIsExact, next_cursor: next, previous_cursor: previous } = meta
  const list = { mails: data, total, totalIsExact, next }
  return previous ? { ...list, previous, above: meta.before ?? null } : list
}

/** How many mails of a list are above those that are held; null when that is not known. */
export function countAbove({ mails, total, totalIsExact, next, previous, above }: HeldList) {
  if (previous === undefined) return 0
  // The end of the list is held: the others are above.
  if (next === null && totalIsExact) return total - mails.length
  return above ?? null
}

/** The index of a mail, or where it would be. */
export function indexOfMail(mails: readonly { id: number }[], id: number): number {
  let low = 0
  let high = mails.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((mails[middle]?.id ?? 0) > id) low = middle + 1
    else high = middle
  }
  return low
}

export function mailIn(mails: readonly MailSummary[], id: number): MailSummary | undefined {
  const mail = mails[indexOfMail(mails, id)]
  return mail?.id === id ? mail : undefined
}

/** The list with its next page. The counts of the page are the newer ones. A stale list stays stale. */
export function withMore(list: HeldList, more: HeldList): HeldList {
  const last = list.mails.at(-1)?.id ?? Infinity
  return { ...list, ...more, mails: [...list.mails, ...more.mails.filter(({ id }) => id < last)] }
}

/** The list with the page above it. The counts of the page are the newer ones. */
export function withNewer(list: HeldList, newer: HeldList): HeldList {
  const first = list.mails[0]?.id ?? 0
  const { total, totalIsExact, previous, above } = newer
  const mails = [...newer.mails.filter(({ id }) => id > first), ...list.mails]
  return { ...list, mails, total, totalIsExact, previous, above }
}

/**
 * The list with its newest part fetched again. The newest part replaces the mails that it covers; the
 * mails below stay. If it does not reach down to the held mails, mail may be missing between them, so
 * the held mails are dropped; of a list that does not begin at the newest mail, they are kept instead of
 * the newest part. `stays` keeps a covered mail that the newest part lacks, as one that was just read in a
 * list of unread mail.
 */
export function withNewest(
  list: HeldList,
  newest: HeldList,
  stays: (mail: MailSummary) => boolean = () => false,
): HeldList {
  const top = list.mails[0]
  const bottom = newest.mails.at(-1)
  const coversAll = newest.next === null
  if (top === undefined || (!coversAll && (bottom === undefined || bottom.id > top.id))) {
    return list.previous === undefined ? newest : withCounts(list, newest)
  }
  const end =
    coversAll || bottom === undefined ? list.mails.length : indexOfMail(list.mails, bottom.id)
  const rest = list.mails.slice(end).filter(({ id }) => id !== bottom?.id)
  const kept = list.mails
    .slice(0, end)
    .filter((mail) => stays(mail) && mailIn(newest.mails, mail.id) === undefined)
  // A row is drawn again only for a mail that is another object.
  const fetched = newest.mails.map((mail) => replaceEqualDeep(mailIn(list.mails, mail.id), mail))
  const head = kept.length === 0 ? fetched : [...fetched, ...kept].toSorted((a, b) => b.id - a.id)
  const next = rest.length > 0 ? list.next : newest.next
  const { previous, above } = newest
  return { ...list, ...newest, mails: [...head, ...rest], next, previous, above }
}

/** A list far from the newest mails: only the counts become known. */
function withCounts(list: HeldList, { total, totalIsExact }: HeldList): HeldList {
  const arrived = Math.max(0, total - list.total)
  const above = typeof list.above === 'number' ? list.above + arrived : list.above
  return { ...list, total, totalIsExact, above }
}

export function withChange(list: HeldList, ids: ReadonlySet<number>, change: MailChange): HeldList {
  const places = indexesOf(list, ids)
  if (places.length === 0) return list
  const mails = [...list.mails]
  for (const place of places) {
    const mail = mails[place]
    if (mail) mails[place] = { ...mail, ...change }
  }
  return { ...list, mails }
}

export function withoutMails(list: HeldList, ids: ReadonlySet<number>): HeldList {
  const gone = indexesOf(list, ids).length
  if (gone === 0) return list
  const mails = list.mails.filter(({ id }) => !ids.has(id))
  return { ...list, mails, total: Math.max(0, list.total - gone) }
}

/** The list with these mails added, as far as it reaches down to them. */
export function withMails(list: HeldList, added: readonly MailSummary[]): HeldList {
  const last = list.next === null ? 0 : (list.mails.at(-1)?.id ?? Infinity)
  const first = list.previous === undefined ? Infinity : (list.mails[0]?.id ?? 0)
  const missing = added.filter(
    ({ id }) => id > last && id < first && mailIn(list.mails, id) === undefined,
  )
  if (missing.length === 0) return list
  const mails = [...list.mails, ...missing].toSorted((a, b) => b.id - a.id)
  return { ...list, mails, total: list.total + missing.length }
}

function indexesOf({ mails }: HeldList, ids: ReadonlySet<number>): number[] {
  const places: number[] = []
  for (const id of ids) {
    const place = indexOfMail(mails, id)
    if (mails[place]?.id === id) places.push(place)
  }
  return places
}
