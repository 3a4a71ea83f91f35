import { verifyEmail } from '@mailstop/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { call } from '../../lib/api/api-client.ts'
import { ApiError, errorText } from '../../lib/api/api-error.ts'
import { paths } from '../../lib/paths/paths.ts'
import { queryKeys, useMailedLink } from '../../lib/api/queries.ts'
import { withQuery } from '../../lib/paths/with-query.ts'
import { useDelayedRedirect } from '../../lib/paths/use-delayed-redirect.ts'
import { usePasswordForm } from '../../lib/form.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { Notice } from '../../ui/pages/notice.tsx'
import { OwnPasswordField } from '../../ui/forms/own-password-field.tsx'
import { Spinner } from '../../ui/pages/spinner.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { reloadCurrentUser, useCurrentUser } from './current-user.ts'
import { loginConfirms } from './login-status.ts'

/** Where the link of a verification mail leads. Opening it does nothing by itself: it is posted here. */
export function EmailVerificationScreen() {
  const { token = '' } = useParams()
  const queryClient = useQueryClient()
  const user = useCurrentUser()

  async function confirm(body?: { password: string }) {
    const { message } = await call(verifyEmail, { params: { token }, ...(body && { body }) })
    const verified = await reloadCurrentUser(queryClient).catch(() => null)
    return { message, isSignedIn: Boolean(verified?.email_verified_at) }
  }
  const confirmation = useMailedLink(verifyEmail.path, token, () => confirm())
  const next = confirmation.data && (confirmation.data.isSignedIn ? paths.inbox : paths.login)
  useDelayedRedirect(next)

  // Only a signed-in user can confirm the address: they log in, and come back here.
  if (isSignedOut(confirmation.error)) {
    const query = { redirect: `${paths.verifyEmail}/${token}`, status: loginConfirms }
    return <Navigate to={withQuery(paths.login, query)} replace />
  }

  if (next) {
    return (
      <AuthLayout title="Email verified" description="The address is yours">
        <Notice tone="ok">{confirmation.data?.message}</Notice>
        <ButtonLink variant="primary" size="lg" to={next} replace>
          {next === paths.inbox ? 'Open inbox' : 'Log in'}
        </ButtonLink>
      </AuthLayout>
    )
  }

  const question = questionOf(confirmation.error)
  if (question !== undefined) {
    return (
      <AuthLayout title="Confirm your new email" description={question}>
        <ConfirmMove
          confirm={async (body) => {
            const key = queryKeys.mailedLink(verifyEmail.path, token)
            queryClient.setQueryData(key, await confirm(body))
          }}
        />
      </AuthLayout>
    )
  }

  if (confirmation.isError && !confirmation.isFetching) {
    const way = wayOn(user)
    return (
      <AuthLayout
        title={failureTitle(confirmation.error)}
        description="The address could not be verified with this link"
      >
        <Notice tone="danger">{errorText(confirmation.error)}</Notice>
        {isFinal(confirmation.error) ? (
          <ButtonLink variant="primary" size="lg" to={way.to}>
            {way.label}
          </ButtonLink>
        ) : (
          <Button variant="primary" size="lg" onClick={() => void confirmation.refetch()}>
            Try again
          </Button>
        )}
      </AuthLayout>
    )
  }

  return (
    <AuthLayout title="Verify your email" description="Confirms that the address is yours">
      <p className="flex items-center gap-2 text-ink-2" role="status">
        <Spinner /> Your email address is being verified, please wait...
      </p>
    </AuthLayout>
  )
}

/** The server says this where the change was asked for without the password. */
const questionOf = (error: unknown) =>
  error instanceof ApiError ? error.errors['password']?.[0] : undefined

function ConfirmMove({ confirm }: { confirm: (body: { password: string }) => Promise<void> }) {
  const form = usePasswordForm(confirm)
  return (
    <Form form={form}>
      <OwnPasswordField label="Password" autoFocus {...form.field('password')} />
      <SubmitButton form={form} size="lg">
        Confirm
      </SubmitButton>
    </Form>
  )
}

const isSignedOut = (error: unknown) => error instanceof ApiError && error.code === 'signed_out'

const isFinal = (error: unknown) =>
  error instanceof ApiError && ['gone', 'conflict', 'not_found', 'invalid'].includes(error.code)

function failureTitle(error: unknown): string {
  if (!isFinal(error)) return 'Email not verified yet'
  return error instanceof ApiError && error.code === 'conflict'
    ? 'Address already taken'
    : 'Link no longer valid'
}

function wayOn(user: ReturnType<typeof useCurrentUser>) {
  if (!user) return { to: paths.login, label: 'Log in' }
  return user.email_verified_at
    ? { to: paths.profile, label: 'Open profile' }
    : { to: paths.verifyEmail, label: 'Get a new link' }
}
