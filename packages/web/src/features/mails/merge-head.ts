import type { MailSummary, PageMeta } from '@mailstop/contract'

/** One page of the list as the server answers it. */
export type MailPage = { data: MailSummary[]; meta: PageMeta }

/**
 * Brings the newest page into the pages already held, newest first, so that mail that arrived
 * stands at the head and nothing that is being read is fetched again or moved.
 *
 * Rows that the newest page covers are replaced by it, and gone ones dropped. When it does not
 * reach down to what is held, mail may be missing between the two, so the held pages are given up
 * for it. `stays` keeps a covered row although the newest page lacks it (a mail that was just read
 * in a list of unread mail).
 */
export function mergeHead(
  pages: readonly MailPage[],
  newest: MailPage,
  stays: (mail: MailSummary) => boolean = () => false,
): MailPage[] {
  const held = new Set(pages.flatMap((page) => page.data.map(({ id }) => id)))
  const overlaps = newest.data.some(({ id }) => held.has(id))
  const oldest = newest.data.at(-1)
  const [first, ...rest] = pages
  if (first === undefined || oldest === undefined || !overlaps) return [newest]

  const fresh = new Set(newest.data.map(({ id }) => id))
  const isCovered = ({ id }: MailSummary) => id >= oldest.id || newest.meta.next_cursor === null
  const remains = (mail: MailSummary) => !fresh.has(mail.id) && (!isCovered(mail) || stays(mail))

  const head = [...newest.data, ...first.data.filter(remains)].toSorted((a, b) => b.id - a.id)
  const meta = { ...newest.meta, next_cursor: first.meta.next_cursor }
  return [
    { data: head, meta },
    ...rest.map((page) => ({ ...page, data: page.data.filter(remains) })),
  ]
}
