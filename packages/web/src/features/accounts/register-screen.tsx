import { redirectPath, register, registerBody } from '@mailstop/contract'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { call } from '../../lib/api/api-client.ts'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { useSchemaForm } from '../../lib/form.ts'
import { entryState, invitationOf, nextOf } from '../../lib/paths/invitation.ts'
import { paths } from '../../lib/paths/paths.ts'
import { withQuery } from '../../lib/paths/with-query.ts'
import { NewPasswordFields } from '../../ui/forms/new-password-fields.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { TextLink } from '../../ui/buttons/text-link.tsx'
import { hasPasswords } from '../../lib/sign-in.ts'
import { accountCreated } from './login-status.ts'
import { AuthLayout } from './auth-layout.tsx'
import { EmailField } from './email-field.tsx'
import { InvitationNotice } from './invitation-notice.tsx'
import { SignInButton } from './sign-in-button.tsx'

export function RegisterScreen() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const email = query.get('email') ?? ''
  const { state } = useLocation()
  const redirect = redirectPath(query.get('redirect') ?? nextOf(state).redirect ?? null)
  const invite = query.get('invite')
  const invitation = invitationOf(state)
  const form = useSchemaForm(
    registerBody,
    {
      name: '',
      email,
      password: '',
      password_confirmation: '',
      ...(invite && { invite }),
    },
    async (body) => {
      await call(register, { body })
      await navigate(withQuery(paths.login, { status: accountCreated }), {
        state: entryState(invitation, { redirect, email: body.email }),
      })
    },
  )

  return (
    <AuthLayout
      title="Create an account"
      description="You get an inbox and SMTP credentials of your own"
      footer={
        <>
          Already have an account?{' '}
          <TextLink to={withQuery(paths.login, { email, redirect })}>Log in</TextLink>
        </>
      }
    >
      {invitation && (
        <InvitationNotice invitation={invitation}>Create your account to join it.</InvitationNotice>
      )}
      {hasPasswords() && (
        <Form form={form}>
          <TextField label="Name" autoComplete="name" autoFocus {...form.field('name')} />
          <EmailField given={email} {...form.field('email')} />
          <NewPasswordFields field={form.field} />
          <SubmitButton form={form} size="lg">
            Create account
          </SubmitButton>
        </Form>
      )}
      <SignInButton redirect={redirect} />
    </AuthLayout>
  )
}
