import { limits, updateMails } from '@mailstop/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'
import { errorText } from '../../lib/api-error.ts'
import { toast } from '../../ui/toast.ts'
import { listQuery, type ListFilter } from './list-filter.ts'
import { createMailCache } from './mail-cache.ts'
import { mailKeys } from './mail-keys.ts'
import { echoesOf } from './own-echoes.ts'
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
      const echo = echoesOf(queryClient, team).expectOutdated()
      const { count } = await call(updateMails, {
        params: { team: String(team) },
        query: listQuery(filter),
        body: { read },
      })
      if (count === 0) echo.forget()
      const undo = { label: 'Undo', onClick: () => change(changed, { read: !read }) }
      toast.success(
        read ? 'Everything is marked read' : 'Everything is marked unread',
        isExact && changed.length > 0 ? { action: undo } : {},
      )
    } catch (error) {
      toast.error(errorText(error))
    }
    // Also what is not held, and what left the list by it.
    void queryClient.invalidateQueries({ queryKey: mailKeys.counters(team) })
    void queryClient.invalidateQueries({ queryKey: mailKeys.details(team) })
    await cache.refetchLists()
  }
}

const isSame = (one: ListFilter, other: ListFilter) => JSON.stringify(one) === JSON.stringify(other)
