import { verifyEmail } from '@mailstop/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { call } from '../../lib/api-client.ts'
import { errorText } from '../../lib/api-error.ts'
import { useDelayedRedirect } from '../../lib/use-delayed-redirect.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { reloadCurrentUser, useCurrentUser } from './current-user.ts'

/** Where the link of the verification mail leads. Opening it does nothing by itself: it is posted here. */
export function EmailVerificationScreen() {
  const { token = '' } = useParams()
  const queryClient = useQueryClient()
  const user = useCurrentUser()

  // A query rather than a mutation: it is keyed by the token, so a link is confirmed once
  // however often this is rendered.
  const confirmation = useQuery({
    queryKey: ['email-verification', token],
    queryFn: async () => {
      const { message } = await call(verifyEmail, { params: { token } })
      const verified = await reloadCurrentUser(queryClient).catch(() => null)
      return { message, next: verified?.email_verified_at ? '/inbox' : '/login' }
    },
    retry: false,
    staleTime: Infinity,
  })

  useDelayedRedirect(confirmation.data?.next)

  return (
    <AuthLayout title="Verify your email">
      {confirmation.isPending && (
        <p className="flex items-center gap-2 text-ink-2" role="status">
          <Spinner /> Your email address is being verified, please wait...
        </p>
      )}
      {confirmation.isSuccess && <Notice tone="ok">{confirmation.data.message}</Notice>}
      {confirmation.isError && (
        <>
          <Notice tone="danger">{errorText(confirmation.error)}</Notice>
          <ButtonLink size="lg" to={user ? '/verify-email' : '/login'}>
            {user ? 'Get a new link' : 'Log in'}
          </ButtonLink>
        </>
      )}
    </AuthLayout>
  )
}
