import { type User, changePassword, changePasswordForm, forgotPassword } from '@mailstop/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { usePageTitle } from '../../lib/paths/use-page-title.ts'
import { PageHeading } from '../../ui/pages/page-heading.tsx'
import { SessionsSection, sessionsQuery } from './sessions-section.tsx'
import { call } from '../../lib/api/api-client.ts'
import { errorText } from '../../lib/api/api-error.ts'
import { useHasNoRelay } from '../../lib/api/system-mail.ts'
import { hasPasswords, signInName } from '../../lib/sign-in.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { NoRelayNotice } from '../../ui/pages/no-relay-notice.tsx'
import { Notice } from '../../ui/pages/notice.tsx'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { useSchemaForm } from '../../lib/form.ts'
import { NewPasswordFields } from '../../ui/forms/new-password-fields.tsx'
import { NewPasswordTokens } from '../../ui/forms/new-password-tokens.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { toast } from '../../ui/popups/toast.ts'

export function PasswordPage({ user }: { user: User }) {
  usePageTitle('Password')
  return (
    <>
      <PageHeading title="Password">
        {user.has_password
          ? 'A new password signs you out everywhere else. It also cancels password reset links and an email change that is not confirmed.'
          : 'How you sign in, and where you are signed in.'}
      </PageHeading>
      {user.has_password ? <PasswordForm email={user.email} /> : <NoPassword email={user.email} />}
      <SessionsSection />
    </>
  )
}

/** Who reads the mailbox of the account can choose a password for it. */
function NoPassword({ email }: { email: string }) {
  const hasNoRelay = useHasNoRelay()
  const ask = useMutation({ mutationFn: () => call(forgotPassword, { body: { email } }) })
  return (
    <div className="grid max-w-[420px] gap-4">
      <p className="text-pretty text-ink-2">
        Your account has no password: you sign in with {signInName() ?? 'your organisation'}.
        {hasPasswords() && ' You can choose one with a link that we email you.'}
      </p>
      {ask.isSuccess && <Notice tone="ok">{ask.data.message}</Notice>}
      {ask.isError && <Notice tone="danger">{errorText(ask.error)}</Notice>}
      {hasPasswords() && hasNoRelay && <NoRelayNotice />}
      {hasPasswords() && (
        <Button className="justify-self-start" loading={ask.isPending} onClick={() => ask.mutate()}>
          Email me a link to set a password
        </Button>
      )}
    </div>
  )
}

const empty = {
  current_password: '',
  password: '',
  password_confirmation: '',
  revoke_tokens: false,
}

function PasswordForm({ email }: { email: string }) {
  const queryClient = useQueryClient()
  const form = useSchemaForm(changePasswordForm, empty, async (body, reset) => {
    const { message } = await call(changePassword, { body })
    reset(empty)
    toast.success(message)
    await queryClient.invalidateQueries(sessionsQuery)
  })
  return (
    <Form form={form} className="max-w-[420px]">
      {/* Tells a password manager whose password this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...form.field('current_password')}
      />
      <NewPasswordFields label="New password" field={form.field} />
      <NewPasswordTokens {...form.register('revoke_tokens')} />
      <SubmitButton form={form} className="justify-self-start">
        Save
      </SubmitButton>
    </Form>
  )
}
