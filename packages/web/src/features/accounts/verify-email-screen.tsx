import { redirectPath, resendVerification, type User } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { call } from '../../lib/api/api-client.ts'
import { errorText } from '../../lib/api/api-error.ts'
import { paths } from '../../lib/paths/paths.ts'
import { withQuery } from '../../lib/paths/with-query.ts'
import { useHasNoRelay } from '../../lib/api/system-mail.ts'
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { NoRelayNotice } from '../../ui/pages/no-relay-notice.tsx'
import { Notice } from '../../ui/pages/notice.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { CorrectAddress } from './correct-address.tsx'
import { currentUserQuery } from './current-user.ts'
import { useLogOut } from './log-out.ts'

const resent =
  'A new verification link has been sent to the email address you provided during registration.'

/** Where nothing is sent. */
const made = 'A new link was made. Ask the person who runs this server for it.'

/** The link is often opened in another tab or on a phone: this page then moves on by itself. */
const lookAgainMs = 5_000

export function VerifyEmailScreen() {
  const { data: user } = useQuery({
    ...currentUserQuery,
    refetchInterval: ({ state }) => (state.data ? lookAgainMs : false),
  })
  const hasNoRelay = useHasNoRelay()
  const { pathname, search } = useLocation()
  const [query] = useSearchParams()
  const navigate = useNavigate()

  const verified = Boolean(user?.email_verified_at)
  const target = redirectPath(query.get('redirect')) ?? paths.inbox
  useEffect(() => {
    if (verified) void navigate(target, { replace: true })
  }, [verified, target, navigate])

  return (
    <AuthLayout
      title="Verify your email"
      description={
        user ? (
          <>
            {hasNoRelay ? 'We made a link for' : 'We sent a link to'}{' '}
            <strong className="font-[550] wrap-anywhere text-ink">
              {user.pending_email ?? user.email}
            </strong>
            . Click it to open your inbox.
          </>
        ) : (
          `Click the link that we ${hasNoRelay ? 'made for' : 'emailed to'} you. Log in if you need a new one.`
        )
      }
    >
      {hasNoRelay && (
        <>
          <NoRelayNotice />
          {/* The link that the owner copied for them confirms the address too. */}
          <Notice>Were you invited to a team? Open your invite link again.</Notice>
        </>
      )}
      {user ? (
        <WaitingForLink user={user} hasNoRelay={hasNoRelay} />
      ) : (
        <ButtonLink
          variant="primary"
          size="lg"
          to={withQuery(paths.login, { redirect: pathname + search })}
        >
          Log in
        </ButtonLink>
      )}
    </AuthLayout>
  )
}

function WaitingForLink({ user, hasNoRelay }: { user: User; hasNoRelay: boolean }) {
  const { logOut, loggingOut } = useLogOut()
  const [correcting, setCorrecting] = useState(false)
  const resend = useOneAtATime(['resend-verification'], () => call(resendVerification))
  // The one that was sent to a corrected address was not sent to the address of the registration.
  const [corrected, setCorrected] = useState(false)
  const isCorrected = corrected || user.pending_email !== null

  if (correcting) {
    const close = () => setCorrecting(false)
    const onSent = () => {
      setCorrected(true)
      resend.reset()
      close()
    }
    return <CorrectAddress {...{ user, hasNoRelay }} onSent={onSent} onCancel={close} />
  }
  return (
    <>
      {(resend.isSuccess || corrected) && !resend.isError && (
        <Notice tone="ok">
          {hasNoRelay ? made : isCorrected ? 'A new verification link has been sent.' : resent}
        </Notice>
      )}
      {resend.isError && <Notice tone="danger">{errorText(resend.error)}</Notice>}
      <div className="grid gap-2">
        <Button variant="primary" size="lg" loading={resend.isPending} onClick={resend.begin}>
          {hasNoRelay ? 'Make a new link' : 'Resend verification email'}
        </Button>
        <Button size="lg" onClick={() => setCorrecting(true)}>
          Use another address
        </Button>
        <Button variant="ghost" size="lg" loading={loggingOut} onClick={logOut}>
          Log out
        </Button>
      </div>
    </>
  )
}
