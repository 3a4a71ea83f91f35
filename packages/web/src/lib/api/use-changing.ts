import { useQueryClient } from '@tanstack/react-query'

/** Awaits a call that changes something, and then that what the page shows of it is fetched again. */
export function useChanging(...keys: (readonly unknown[])[]) {
  const queryClient = useQueryClient()
  return async function changing<Result>(change: Promise<Result>): Promise<Result> {
    const result = await change
    await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    return result
  }
}
