import { limits, register, registerBody } from '@mailstop/contract'
import { useNavigate, useSearchParams } from 'react-router'
import { call } from '../../lib/api-client.ts'
import { formError, submitter, useSchemaForm } from '../../lib/form.ts'
import { redirectPath, withQuery } from '../../lib/redirect-path.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { EmailField } from './email-field.tsx'

export function RegisterScreen() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const email = query.get('email') ?? ''
  const redirect = redirectPath(query.get('redirect'))
  const form = useSchemaForm(registerBody, {
    name: '',
    email,
    password: '',
    password_confirmation: '',
  })
  const { errors, isSubmitting } = form.formState

  const onSubmit = submitter(form, async (body) => {
    await call(register, { body })
    await navigate(withQuery('/login', { status: 'Account created successfully', redirect }))
  })

  const problem = formError(form)
  return (
    <AuthLayout
      title="Create an account"
      description="You get an inbox and SMTP credentials of your own"
      footer={
        <>
          Already have an account?{' '}
          <TextLink to={withQuery('/login', { email, redirect })}>Log in</TextLink>
        </>
      }
    >
      {problem && <Notice tone="danger">{problem}</Notice>}
      <form noValidate onSubmit={onSubmit} className="grid gap-4">
        <TextField
          label="Name"
          autoComplete="name"
          autoFocus
          error={errors.name?.message}
          {...form.register('name')}
        />
        <EmailField given={email} error={errors.email?.message} {...form.register('email')} />
        <PasswordField
          label="Password"
          autoComplete="new-password"
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
          Create account
        </Button>
      </form>
    </AuthLayout>
  )
}
