import { login, loginBody } from '@mailstop/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { call } from '../../lib/api-client.ts'
import { formError, submitter, useSchemaForm } from '../../lib/form.ts'
import { redirectPath, withQuery } from '../../lib/redirect-path.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { reloadCurrentUser } from './current-user.ts'
import { EmailField } from './email-field.tsx'

export function LoginScreen() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const email = query.get('email') ?? ''
  const redirect = redirectPath(query.get('redirect'))
  const form = useSchemaForm(loginBody, { email, password: '', remember: false })
  const { errors, isSubmitting } = form.formState

  const onSubmit = submitter(form, async (body) => {
    const { email_verified_at } = await call(login, { body })
    await reloadCurrentUser(queryClient)
    const target = email_verified_at
      ? (redirect ?? '/inbox')
      : withQuery('/verify-email', { redirect })
    await navigate(target, { replace: true })
  })

  const problem = formError(form)
  const status = query.get('status')
  return (
    <AuthLayout
      title="Log in to your account"
      description="Enter your email and password to open your inbox"
      footer={
        <>
          No account yet?{' '}
          <TextLink to={withQuery('/register', { email, redirect })}>Sign up</TextLink>
        </>
      }
    >
      {status && <Notice tone="ok">{status}</Notice>}
      {problem && <Notice tone="danger">{problem}</Notice>}
      <form noValidate onSubmit={onSubmit} className="grid gap-4">
        <EmailField
          given={email}
          autoFocus
          error={errors.email?.message}
          {...form.register('email')}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          autoFocus={email !== ''}
          error={errors.password?.message}
          {...form.register('password')}
        />
        <div className="flex items-center justify-between gap-3 text-sm">
          <Checkbox label="Remember me" {...form.register('remember')} />
          <TextLink to={withQuery('/forgot-password', { email })}>Forgot password?</TextLink>
        </div>
        <Button type="submit" variant="primary" size="lg" loading={isSubmitting}>
          Log in
        </Button>
      </form>
    </AuthLayout>
  )
}
