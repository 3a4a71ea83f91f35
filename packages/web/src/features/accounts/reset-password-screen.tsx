import { limits, resetPassword, resetPasswordBody } from '@mailstop/contract'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { call } from '../../lib/api-client.ts'
import { formError, submitter, useSchemaForm } from '../../lib/form.ts'
import { withQuery } from '../../lib/redirect-path.ts'
import { useDelayedRedirect } from '../../lib/use-delayed-redirect.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { AuthLayout } from './auth-layout.tsx'

/** Where the link of the reset mail leads. */
export function ResetPasswordScreen() {
  const { token = '' } = useParams()
  const [query] = useSearchParams()
  const email = query.get('email') ?? ''
  const [answer, setAnswer] = useState<string>()
  const form = useSchemaForm(resetPasswordBody, {
    token,
    email,
    password: '',
    password_confirmation: '',
  })
  const { errors, isSubmitting } = form.formState
  useDelayedRedirect(answer === undefined ? undefined : '/login')

  const onSubmit = submitter(form, async (body) => {
    setAnswer((await call(resetPassword, { body })).message)
  })

  const problem = formError(form)
  return (
    <AuthLayout
      title="Reset password"
      description="Choose a new password for your account"
      footer={
        <>
          Has the link expired?{' '}
          <TextLink to={withQuery('/forgot-password', { email })}>Get a new one</TextLink>
        </>
      }
    >
      {answer && <Notice tone="ok">{answer}</Notice>}
      {problem && <Notice tone="danger">{problem}</Notice>}
      {!answer && (
        <form noValidate onSubmit={onSubmit} className="grid gap-4">
          <TextField
            label="Email"
            type="email"
            autoComplete="username"
            readOnly
            error={errors.email?.message}
            {...form.register('email')}
          />
          <PasswordField
            label="Password"
            autoComplete="new-password"
            autoFocus
            hint={errors.password ? undefined : `At least ${limits.passwordMinimum} characters.`}
            error={errors.password?.message}
            {...form.register('password')}
          />
          <PasswordField
            label="Confirm password"
            autoComplete="new-password"
            error={errors.password_confirmation?.message}
            {...form.register('password_confirmation')}
          />
          <Button type="submit" variant="primary" size="lg" loading={isSubmitting}>
            Reset password
          </Button>
        </form>
      )}
    </AuthLayout>
  )
}
