import { confirmSignIn, redirectPath } from '@mailstop/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate, useParams } from 'react-router'
import { call } from '../../lib/api/api-client.ts'
import { errorText } from '../../lib/api/api-error.ts'
import { useMailedLink } from '../../lib/api/queries.ts'
import { paths } from '../../lib/paths/paths.ts'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { Notice } from '../../ui/pages/notice.tsx'
import { Spinner } from '../../ui/pages/spinner.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { reloadCurrentUser } from './current-user.ts'

/** Where the link of a mail leads that connects a sign-in. Opening it does nothing by itself: it is posted here. */
export function SignInLinkScreen() {
  const { token = '' } = useParams()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { data, error } = useMailedLink(confirmSignIn.path, token, async () => {
    const { redirect } = await call(confirmSignIn, { body: { token } })
    await reloadCurrentUser(queryClient)
    return redirectPath(redirect) ?? paths.inbox
  })
  useEffect(() => {
    if (data !== undefined) void navigate(data, { replace: true })
  }, [data, navigate])
  return (
    <AuthLayout title="Connect your sign-in">
      {error ? (
        <>
          <Notice tone="danger">{errorText(error)}</Notice>
          <p className="text-pretty text-ink-2">
            The link counts once, and only in the browser in which you signed in.
          </p>
          <ButtonLink variant="primary" size="lg" to={paths.login}>
            Log in
          </ButtonLink>
        </>
      ) : (
        <p className="flex items-center gap-2 text-ink-2" role="status">
          <Spinner /> Your sign-in is being connected, please wait...
        </p>
      )}
    </AuthLayout>
  )
}
