import { limits, updateMails } from '@mailstop/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api-client.ts'
import { toast } from '../../../ui/toast.ts'
import { bulkFailureText } from './bulk-failure.ts'
import { listQuery, type ListFilter } from '../list/list-filter.ts'
import { createMailCache } from '../list/mail-cache.ts'
import { echoesOf, expectingEcho } from './own-echoes.ts'
import { useMailChanges } from './use-mail-changes.ts'

/**
 * Marks everything that a list selects. Undo is offered where it is exact: when the list is held
 * whole, so that it is known which mails changed.
 */
export function useMarkAll(team: number, filter: ListFilter) {
  const queryClient = useQueryClient()
  const change = useMailChanges(team)
  return async (read: boolean) => {
    const cache = createMailCache(queryClient, team)
    const list = cache.lists().find((one) => isSame(one.filter, filter))?.list
    const changed = (list?.mails ?? [])
      .filter(({ read_at }) => (read_at === null) === read)
      .map(({ id }) => id)
    const isExact = list?.next === null && changed.length <= limits.mailsNamed
    cache.change(changed, { read_at: read ? new Date().toISOString() : null })
    try {
      await expectingEcho(echoesOf(queryClient, team), () =>
        call(updateMails, {
          params: { team: String(team) },
          query: listQuery(filter),
          body: { read },
        }),
      )
      const undo = { label: 'Undo', onClick: () => change(changed, { read: !read }) }
      toast.success(
        read ? 'Everything is marked read' : 'Everything is marked unread',
        isExact && changed.length > 0 ? { action: undo } : {},
      )
    } catch (error) {
      // As far as it is known; the exact times come with the lists.
      cache.change(changed, { read_at: read ? null : new Date().toISOString() })
      toast.error(bulkFailureText(error))
    }
    // Also what is not held, and what left the list by it.
    await cache.refetch()
  }
}

const isSame = (one: ListFilter, other: ListFilter) => JSON.stringify(one) === JSON.stringify(other)
