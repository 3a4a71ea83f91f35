import { logout } from '@mailstop/contract'
import { useMutation, type QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/api-client.ts'
import { errorText } from '../../lib/api/api-error.ts'
import { fullPath } from '../../lib/paths/base-path.ts'
import { paths } from '../../lib/paths/paths.ts'
import { toast } from '../../ui/popups/toast.ts'
import { currentUserQuery } from './current-user.ts'

/** Ends the session here and on the server. */
export async function endSession(queryClient: QueryClient): Promise<void> {
  await call(logout)
  forgetSession(queryClient)
}

/** Forgets everything that was shown under a session that has ended. */
export function forgetSession(queryClient: QueryClient): void {
  queryClient.clear()
  queryClient.setQueryData(currentUserQuery.queryKey, null)
}

/** Ends the session, then reloads the page at Login, so that nothing of it stays in the memory of the page. */
export function useLogOut(): { logOut: () => void; loggingOut: boolean } {
  const mutation = useMutation({
    mutationFn: () => call(logout),
    onSuccess: () => window.location.assign(fullPath(paths.login)),
    onError: (error) => toast.error(errorText(error)),
  })
  return { logOut: () => mutation.mutate(), loggingOut: mutation.isPending || mutation.isSuccess }
}
