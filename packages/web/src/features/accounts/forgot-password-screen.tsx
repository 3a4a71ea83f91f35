import { forgotPassword, forgotPasswordBody } from '@mailstop/contract'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../../lib/api/api-client.ts'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { useSchemaForm } from '../../lib/form.ts'
import { paths } from '../../lib/paths/paths.ts'
import { useHasNoRelay } from '../../lib/api/system-mail.ts'
import { NoRelayNotice } from '../../ui/pages/no-relay-notice.tsx'
import { Notice } from '../../ui/pages/notice.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { TextLink } from '../../ui/buttons/text-link.tsx'
import { AuthLayout } from './auth-layout.tsx'

export function ForgotPasswordScreen() {
  const [query] = useSearchParams()
  const hasNoRelay = useHasNoRelay()
  const [answer, setAnswer] = useState<string>()
  const form = useSchemaForm(
    forgotPasswordBody,
    { email: query.get('email') ?? '' },
    async (body) => {
      setAnswer(undefined)
      setAnswer((await call(forgotPassword, { body })).message)
    },
  )

  return (
    <AuthLayout
      title="Forgot password"
      description="Enter your email to receive a password reset link"
      footer={
        <>
          Or, return to <TextLink to={paths.login}>log in</TextLink>
        </>
      }
    >
      {answer && <Notice tone="ok">{answer}</Notice>}
      {hasNoRelay && <NoRelayNotice />}
      <Form form={form}>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          autoFocus
          {...form.field('email')}
        />
        <SubmitButton form={form} size="lg">
          Email password reset link
        </SubmitButton>
      </Form>
    </AuthLayout>
  )
}
