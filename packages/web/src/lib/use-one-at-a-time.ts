import { useMutation, useQueryClient } from '@tanstack/react-query'

/**
 * A mutation that does not start again while it is pending. A disabled button is not enough: the
 * second click of a double click can come before the button is rendered again.
 */
export function useOneAtATime<Answer>(
  mutationKey: readonly (string | number)[],
  mutationFn: () => Promise<Answer>,
) {
  const queryClient = useQueryClient()
  const mutation = useMutation({ mutationKey, mutationFn })
  function begin() {
    if (queryClient.isMutating({ mutationKey }) === 0) mutation.mutate()
  }
  return { ...mutation, begin }
}
