import { resendVerification } from '@mailstop/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { call } from '../../lib/api-client.ts'
import { errorText } from '../../lib/api-error.ts'
import { redirectPath, withQuery } from '../../lib/redirect-path.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { currentUserQuery } from './current-user.ts'
import { useLogOut } from './log-out.ts'

const resent =
  'A new verification link has been sent to the email address you provided during registration.'

/** The link is often opened in another tab or on a phone: this page then moves on by itself. */
const lookAgainMs = 5_000

export function VerifyEmailScreen() {
  const { data: user } = useQuery({
    ...currentUserQuery,
    refetchInterval: ({ state }) => (state.data ? lookAgainMs : false),
  })
  const { pathname, search } = useLocation()
  const [query] = useSearchParams()
  const navigate = useNavigate()

  const verified = Boolean(user?.email_verified_at)
  const target = redirectPath(query.get('redirect')) ?? '/inbox'
  useEffect(() => {
    if (verified) void navigate(target, { replace: true })
  }, [verified, target, navigate])

  return (
    <AuthLayout
      title="Verify your email"
      description={
        user ? (
          <>
            We sent a link to <strong className="font-[550] text-ink">{user.email}</strong>. Click
            it to open your inbox.
          </>
        ) : (
          'Click the link that we emailed to you. Log in if you need a new one.'
        )
      }
    >
      {user ? (
        <ResendForm />
      ) : (
        <ButtonLink
          variant="primary"
          size="lg"
          to={withQuery('/login', { redirect: pathname + search })}
        >
          Log in
        </ButtonLink>
      )}
    </AuthLayout>
  )
}

function ResendForm() {
  const { logOut, loggingOut } = useLogOut()
  const resend = useMutation({ mutationFn: () => call(resendVerification) })
  return (
    <>
      {resend.isSuccess && <Notice tone="ok">{resent}</Notice>}
      {resend.isError && <Notice tone="danger">{errorText(resend.error)}</Notice>}
      <div className="grid gap-2">
        <Button
          variant="primary"
          size="lg"
          loading={resend.isPending}
          onClick={() => resend.mutate()}
        >
          Resend verification email
        </Button>
        <Button variant="ghost" size="lg" loading={loggingOut} onClick={logOut}>
          Log out
        </Button>
      </div>
    </>
  )
}
