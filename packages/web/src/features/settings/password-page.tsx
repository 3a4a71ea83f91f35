import { type User, changePassword, changePasswordForm } from '@mailstop/contract'
import { useQueryClient } from '@tanstack/react-query'
import { usePageTitle } from '../../lib/paths/use-page-title.ts'
import { PageHeading } from '../../ui/pages/page-heading.tsx'
import { SessionsSection, sessionsQuery } from './sessions-section.tsx'
import { call } from '../../lib/api/api-client.ts'
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
        A new password signs you out everywhere else. It also cancels password reset links and an
        email change that is not confirmed.
      </PageHeading>
      <PasswordForm email={user.email} />
      <SessionsSection />
    </>
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
