import { createPin, deletePin, renamePin, type Pin } from '@mailstop/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/api-client.ts'
import { ApiError, errorText, wasRemoved } from '../../lib/api/api-error.ts'
import { queryKeys } from '../../lib/api/queries.ts'
import { toast } from '../../ui/popups/toast.ts'

/** What is pinned shows in the counters of its team, which are fetched again after each change. */
function useRefetchPins(team: number) {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: queryKeys.counters(team) }),
      queryClient.invalidateQueries({ queryKey: queryKeys.teams }),
    ])
}

/** Pins a sender, a recipient or a search. Pinning twice is no mistake, and said so. */
export function useCreatePin(team: number): (type: Pin['type'], query: string) => void {
  const refetchPins = useRefetchPins(team)
  const { mutate } = useMutation({
    mutationFn: (body: Pick<Pin, 'type' | 'query'>) =>
      call(createPin, { params: { team: String(team) }, body }),
    onSuccess({ data }) {
      toast.success(`Pinned ${data.query}`)
      return refetchPins()
    },
    onError(error) {
      if (error instanceof ApiError && error.status === 409) toast.info(errorText(error))
      else toast.error(fieldText(error) ?? errorText(error))
    },
  })
  return (type, query) => mutate({ type, query })
}

export function useRenamePin(team: number) {
  const refetchPins = useRefetchPins(team)
  return async (pin: number, label: string | null) => {
    await call(renamePin, { params: { team: String(team), pin: String(pin) }, body: { label } })
    await refetchPins()
  }
}

export function useDeletePin(team: number, pin: number) {
  const refetchPins = useRefetchPins(team)
  return useMutation({
    async mutationFn() {
      await wasRemoved(call(deletePin, { params: { team: String(team), pin: String(pin) } }))
      await refetchPins()
    },
    onError: (error) => toast.error(errorText(error)),
  })
}

/** What is wrong with a search says more than that a field is not valid. */
const fieldText = (error: unknown) =>
  error instanceof ApiError ? error.errors['query']?.[0] : undefined
