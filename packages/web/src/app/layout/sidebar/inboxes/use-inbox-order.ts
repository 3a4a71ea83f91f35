import type { CountedInbox } from '@mailstop/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useInboxChanges } from '../../../../features/inboxes/use-inbox-changes.ts'
import { countersQuery } from '../../../../features/mails/store/counters-query.ts'
import { errorText } from '../../../../lib/api/api-error.ts'
import { toast } from '../../../../ui/popups/toast.ts'

type Moved = Pick<CountedInbox, 'id'>

/** Puts an inbox at the place of another one, at once: the sidebar has their order with the counters. */
export function useInboxOrder(team: number) {
  const queryClient = useQueryClient()
  const { update } = useInboxChanges(team)
  const { queryKey } = countersQuery(team)

  return async ({ id }: Moved, to: Moved) => {
    const before = queryClient.getQueryData(queryKey)?.inboxes ?? []
    const moved = before.find((one) => one.id === id)
    const place = before.findIndex((one) => one.id === to.id)
    if (!moved || place < 1) return
    const inboxes = before.filter((one) => one !== moved).toSpliced(place, 0, moved)
    queryClient.setQueryData(queryKey, (counters) => counters && { ...counters, inboxes })
    try {
      await update(moved, { position: place + 1 })
    } catch (error) {
      toast.error(errorText(error))
      await queryClient.invalidateQueries({ queryKey })
    }
  }
}
