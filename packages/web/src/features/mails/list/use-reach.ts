import { useEffect } from 'react'
import { placeOf } from './held-list.ts'
import type { MailsState } from './use-mails.ts'

/** A link to a mail further down than this opens it without a place in the list. */
const mostFetched = 2_000

/**
 * Loads the list down to the selected mail, so that a link to an older mail has its place in the
 * list, and neighbours. The list is by falling id, so the id says how far that is.
 */
export function useReach(list: MailsState, selected: number | null): void {
  const mails = list.data?.mails ?? []
  const isBelow = selected !== null && placeOf(mails, selected) >= mails.length
  const wanted = isBelow && list.hasMore && mails.length < mostFetched && !list.isMoreFailed
  const { loadMore } = list
  useEffect(() => {
    if (wanted) loadMore()
  })
}
