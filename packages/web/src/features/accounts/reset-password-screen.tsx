import { resetPassword, resetPasswordBody } from '@mailstop/contract'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { call } from '../../lib/api/api-client.ts'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { useSchemaForm } from '../../lib/form.ts'
import { paths } from '../../lib/paths/paths.ts'
import { withQuery } from '../../lib/paths/with-query.ts'
import { useDelayedRedirect } from '../../lib/paths/use-delayed-redirect.ts'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { IncompleteLink } from '../../ui/pages/incomplete-link.tsx'
import { NewPasswordFields } from '../../ui/forms/new-password-fields.tsx'
import { NewPasswordTokens } from '../../ui/forms/new-password-tokens.tsx'
import { Notice } from '../../ui/pages/notice.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { TextLink } from '../../ui/buttons/text-link.tsx'
import { AuthLayout } from './auth-layout.tsx'

const description = 'Choose a new password for your account'

/** Where the link of the reset mail leads. */
export function ResetPasswordScreen() {
  const { token = '' } = useParams()
  const [query] = useSearchParams()
  const email = query.get('email')
  if (email) return <ResetPassword token={token} email={email} />
  return (
    <AuthLayout title="Reset password" description={description}>
      <IncompleteLink />
      <ButtonLink variant="primary" size="lg" to={paths.forgotPassword}>
        Get a new link
      </ButtonLink>
    </AuthLayout>
  )
}

function ResetPassword({ token, email }: { token: string; email: string }) {
  const [answer, setAnswer] = useState<string>()
  const form = useSchemaForm(
    resetPasswordBody,
    {
      token,
      email,
      password: '',
      password_confirmation: '',
      revoke_tokens: false,
    },
    async (body) => {
      setAnswer((await call(resetPassword, { body })).message)
    },
  )
  useDelayedRedirect(answer === undefined ? undefined : paths.login)

  if (answer !== undefined) {
    return (
      <AuthLayout title="Password reset" description="Log in with your new password">
        <Notice tone="ok">{answer}</Notice>
        <ButtonLink variant="primary" size="lg" to={paths.login} replace>
          Log in
        </ButtonLink>
      </AuthLayout>
    )
  }

  return (
    <AuthLayout
      title="Reset password"
      description={description}
      footer={
        <>
          Has the link expired?{' '}
          <TextLink to={withQuery(paths.forgotPassword, { email })}>Get a new one</TextLink>
        </>
      }
    >
      <Form form={form}>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          readOnly
          {...form.field('email')}
        />
        <NewPasswordFields autoFocus field={form.field} />
        <NewPasswordTokens {...form.register('revoke_tokens')} />
        <SubmitButton form={form} size="lg">
          Reset password
        </SubmitButton>
      </Form>
    </AuthLayout>
  )
}
