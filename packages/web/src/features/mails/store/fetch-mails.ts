import { limits, listMails } from '@mailstop/contract'
import { call } from '../../../lib/api/api-client.ts'
import { listFromPage, withMore, withNewer, withNewest, type HeldList } from './held-list.ts'
import { listQuery, type ListFilter } from '../address/list-filter.ts'

const longest = { per_page: String(limits.mailsPerPageMaximum) }

/** One page. The first is small, so that it arrives soon; the others have the maximum length. */
export const fetchPage = (
  team: number,
  filter: ListFilter,
  cursor: string | null,
  signal?: AbortSignal,
) => fetchPart(team, filter, cursor === null ? {} : { cursor, ...longest }, signal)

/** The mails on both sides of one. The list need not hold the mail itself. */
export const fetchAround = (team: number, filter: ListFilter, mail: number, signal?: AbortSignal) =>
  fetchPart(team, filter, { around: String(mail), ...longest }, signal)

async function fetchPart(
  team: number,
  filter: ListFilter,
  part: { cursor?: string; around?: string; per_page?: string },
  signal?: AbortSignal,
): Promise<HeldList> {
  const params = { team: String(team) }
  const query = { ...listQuery(filter), ...part }
  return listFromPage(await call(listMails, { params, query, ...(signal && { signal }) }))
}

/** The list from its newest mail down, page by page until `isEnough`. */
export async function fetchList(
  team: number,
  filter: ListFilter,
  isEnough: (list: HeldList) => boolean,
  signal?: AbortSignal,
): Promise<HeldList> {
  let list = await fetchPage(team, filter, null, signal)
  while (list.next !== null && !isEnough(list)) {
    list = withMore(list, await fetchPage(team, filter, list.next, signal))
  }
  return list
}

/** Whether a list reaches down to a mail, or to the place where it would be. */
export const reaches = (mail: number) => (list: HeldList) => (list.mails.at(-1)?.id ?? 0) <= mail

/** A list is fetched again down to here at most, however far the user has scrolled. */
const mostRefetched = 1_000

/**
 * Fetches a list as far as it was held, at most the newest thousand mails. The held mails below them stay
 * as they are. If many mails changed at once, they are dropped. A list that does not begin at the newest mail
 * is fetched from its middle on in both directions.
 */
export async function fetchAgain(
  team: number,
  filter: ListFilter,
  held: HeldList | undefined,
  signal?: AbortSignal,
): Promise<HeldList> {
  if (held?.previous !== undefined) {
    const middle = held.mails[Math.floor(held.mails.length / 2)]
    if (middle) return fetchFrom(middle.id, team, filter, held, signal)
  }
  const isEnough = reaches(held?.mails.at(-1)?.id ?? Infinity)
  const newest = await fetchList(
    team,
    filter,
    (list) => isEnough(list) || list.mails.length >= mostRefetched,
    signal,
  )
  return held === undefined || held.isStale ? newest : withNewest(held, newest)
}

/** The list around a mail, as far as it was held in both directions. */
async function fetchFrom(
  middle: number,
  team: number,
  filter: ListFilter,
  { mails }: HeldList,
  signal?: AbortSignal,
): Promise<HeldList> {
  const [first, last] = [mails[0]?.id ?? 0, mails.at(-1)?.id ?? Infinity]
  let list = await fetchAround(team, filter, middle, signal)
  while (list.next !== null && !reaches(last)(list) && list.mails.length < mostRefetched / 2) {
    list = withMore(list, await fetchPage(team, filter, list.next, signal))
  }
  while (
    list.previous !== undefined &&
    (list.mails[0]?.id ?? Infinity) < first &&
    list.mails.length < mostRefetched
  ) {
    list = withNewer(list, await fetchPage(team, filter, list.previous, signal))
  }
  return list
}
