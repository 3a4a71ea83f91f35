import { updateInbox, type CountedInbox, type EndpointInput } from '@mailstop/contract'
import { useQueryClient } from '@tanstack/react-query'
import { countersQuery } from '../../../../features/mails/store/counters-query.ts'
import { call } from '../../../../lib/api/api-client.ts'
import { errorText } from '../../../../lib/api/api-error.ts'
import { toast } from '../../../../ui/popups/toast.ts'

type InboxChange = EndpointInput<typeof updateInbox>['body']

/** Renames and moves the inboxes of a team. The sidebar has them with the counters. */
export function useInboxChanges(team: number) {
  const queryClient = useQueryClient()
  const { queryKey } = countersQuery(team)

  const send = (id: number, body: InboxChange) =>
    call(updateInbox, { params: { team: String(team), inbox: String(id) }, body })
  const refetch = () => queryClient.invalidateQueries({ queryKey })

  return {
    async rename(id: number, name: string) {
      await send(id, { name })
      await refetch()
    },

    /** Puts an inbox at the place of another one, at once. */
    async move({ id }: Pick<CountedInbox, 'id'>, to: Pick<CountedInbox, 'id'>) {
      const before = queryClient.getQueryData(queryKey)?.inboxes ?? []
      const moved = before.find((one) => one.id === id)
      const place = before.findIndex((one) => one.id === to.id)
      if (!moved || place < 1) return
      const inboxes = before.filter((one) => one !== moved).toSpliced(place, 0, moved)
      queryClient.setQueryData(queryKey, (counters) => counters && { ...counters, inboxes })
      try {
        await send(id, { position: place + 1 })
      } catch (error) {
        toast.error(errorText(error))
      }
      await refetch()
    },
  }
}
