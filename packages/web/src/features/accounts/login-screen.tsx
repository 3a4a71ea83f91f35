import { login, loginBody, redirectPath } from '@mailstop/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { call, freshToken } from '../../lib/api/api-client.ts'
import { Form } from '../../ui/forms/form.tsx'
import { useSchemaForm } from '../../lib/form.ts'
import { invitationOf, nextOf } from '../../lib/paths/invitation.ts'
import { paths } from '../../lib/paths/paths.ts'
import { withQuery } from '../../lib/paths/with-query.ts'
import { useHasNoRelay } from '../../lib/api/system-mail.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { NoRelayNotice } from '../../ui/pages/no-relay-notice.tsx'
import { Notice } from '../../ui/pages/notice.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { TextLink } from '../../ui/buttons/text-link.tsx'
import { hasPasswords, signInName, signInProblem } from '../../lib/sign-in.ts'
import { AuthLayout } from './auth-layout.tsx'
import { ConfirmSignIn } from './confirm-sign-in.tsx'
import { reloadCurrentUser, useCurrentUser } from './current-user.ts'
import { EmailField } from './email-field.tsx'
import { InvitationNotice } from './invitation-notice.tsx'
import { accountCreated, loginStatus } from './login-status.ts'
import { SignInButton } from './sign-in-button.tsx'

/** Whether a page is one on which a user whose address is not verified can go on. */
const isForUnverified = (path: string | null) =>
  path !== null && (isMailedLink(path) || isInvite(path))
const isMailedLink = (path: string) => path.startsWith(`${paths.verifyEmail}/`)
const isInvite = (path: string | null) => path?.startsWith(`${paths.invite}?`) === true

export function LoginScreen() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { state } = useLocation()
  const known = nextOf(state)
  const given = query.get('email') ?? ''
  const email = given || (known.email ?? '')
  const redirect = redirectPath(query.get('redirect') ?? known.redirect ?? null)
  const invitation = invitationOf(state)
  // Good news above the reason of a failure would contradict it.
  const [failed, setFailed] = useState(false)
  const form = useSchemaForm(loginBody, { email, password: '', remember: false }, async (body) => {
    try {
      // The token may be one that was made before the server began to use another key.
      await freshToken()
      await call(login, { body })
    } catch (error) {
      setFailed(true)
      throw error
    }
    await reloadCurrentUser(queryClient)
  })

  // Opening this screen has ended any session, so one that there is now began here, or in another tab
  // while this one was waiting: that one is gone along with, rather than ended by logging in again.
  const user = useCurrentUser()
  const next = user?.email_verified_at
    ? (redirect ?? paths.inbox)
    : user && (isForUnverified(redirect) ? redirect : withQuery(paths.verifyEmail, { redirect }))
  useEffect(() => {
    if (next !== null) void navigate(next, { replace: true })
  }, [next, navigate])

  const outcome = query.get('sign_in')
  if (outcome === 'confirm' && given !== '') {
    const onConfirmed = () => reloadCurrentUser(queryClient)
    return <ConfirmSignIn email={given} onConfirmed={onConfirmed} isLeaving={next !== null} />
  }
  const status = failed ? null : loginStatus(query.get('status'))
  const problem = failed ? null : signInProblem(outcome)
  return (
    <AuthLayout
      title="Log in to your account"
      description={
        hasPasswords()
          ? 'Enter your email and password to open your inbox'
          : `Sign in with ${signInName()} to open your inbox`
      }
      footer={
        hasPasswords() && (
          <>
            No account yet?{' '}
            <TextLink to={withQuery(paths.register, { email: given, redirect })}>Sign up</TextLink>
          </>
        )
      }
    >
      {problem && <Notice tone="danger">{problem}</Notice>}
      {status === accountCreated ? (
        <AccountCreated hasInvite={isInvite(redirect)} />
      ) : (
        status && <Notice tone="ok">{status}</Notice>
      )}
      {invitation ? (
        <InvitationNotice invitation={invitation}>Log in to join it.</InvitationNotice>
      ) : (
        isInvite(redirect) && <Notice>Log in, then you join the team you were invited to.</Notice>
      )}
      {hasPasswords() && (
        <Form form={form}>
          <EmailField given={given} autoFocus={email === ''} {...form.field('email')} />
          <PasswordField
            label="Password"
            autoComplete="current-password"
            autoFocus={email !== ''}
            {...form.field('password')}
          />
          <div className="flex items-center justify-between gap-3 text-sm">
            <Checkbox label="Remember me" {...form.register('remember')} />
            <TextLink to={withQuery(paths.forgotPassword, { email })}>Forgot password?</TextLink>
          </div>
          <Button
            type="submit"
            variant="primary"
            size="lg"
            loading={form.isSubmitting || next !== null}
          >
            Log in
          </Button>
        </Form>
      )}
      <SignInButton redirect={redirect} />
    </AuthLayout>
  )
}

/** Who goes on with a copied invitation needs no other link. */
function AccountCreated({ hasInvite }: { hasInvite: boolean }) {
  const hasNoRelay = useHasNoRelay()
  return (
    <>
      <Notice tone="ok">
        <span className="block">{accountCreated}</span>
        {!hasInvite && (
          <span className="block">
            Your address has to be verified: open the link that was{' '}
            {hasNoRelay ? 'made for' : 'sent to'} it, before or after you log in.
          </span>
        )}
      </Notice>
      {hasNoRelay && !hasInvite && <NoRelayNotice />}
    </>
  )
}
