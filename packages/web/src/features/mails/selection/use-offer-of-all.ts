import { countMails, limits } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { queryKeys, queryOf } from '../../../lib/api/queries.ts'
import { isAllMail, listQuery } from '../address/list-filter.ts'
import type { InboxState } from '../inbox/use-inbox.ts'

export type OfferOfAll = { text: string; isReady: boolean; take: () => void }

/** Offers to select all mails that match, beyond those that are loaded; null while it does not. */
export function useOfferOfAll(team: number, inbox: InboxState): OfferOfAll | null {
  const { list, mails, filter, selection, position } = inbox
  const { size } = selection.ids
  // More may have been loaded since all that was loaded was selected.
  const isPage = size > 0 && size >= Math.min(mails.length, limits.mailsPerPage)
  // If the list does not begin at its newest mail, "all" would not be all of it.
  const isPart = !list.hasNewer && (list.hasMore || size < mails.length)
  const isOffered = selection.whole === null && isPage && isPart
  const counted = useQuery({
    ...queryOf([...queryKeys.mailCount(team, { filter }), position.total, isOffered], countMails, {
      params: { team: String(team) },
      query: listQuery(filter),
    }),
    enabled: isOffered && !position.isExact,
    gcTime: 0,
  })
  if (!isOffered) return null
  const total = position.isExact ? position.total : counted.data?.total
  const number = (total ?? position.total).toLocaleString('en')
  return {
    text: `Select all ${number}${total === undefined ? '+' : ''}${isAllMail({ filter }) ? '' : ' that match'}`,
    isReady: total !== undefined,
    take() {
      if (total !== undefined) selection.selectWhole(total)
    },
  }
}
