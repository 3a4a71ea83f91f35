import { confirmSignIn, mailSignInLink, passwordBody } from '@mailstop/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/api/api-client.ts'
import { errorText } from '../../lib/api/api-error.ts'
import { useHasNoRelay } from '../../lib/api/system-mail.ts'
import { useSchemaForm } from '../../lib/form.ts'
import { paths } from '../../lib/paths/paths.ts'
import { hasPasswords, signInName } from '../../lib/sign-in.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextLink } from '../../ui/buttons/text-link.tsx'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { NoRelayNotice } from '../../ui/pages/no-relay-notice.tsx'
import { Notice } from '../../ui/pages/notice.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { EmailField } from './email-field.tsx'

type ConfirmSignInProps = { email: string; onConfirmed: () => Promise<unknown>; isLeaving: boolean }

/** The account of an address is connected once, by its holder: with the password, or with a mailed link. */
export function ConfirmSignIn({ email, onConfirmed, isLeaving }: ConfirmSignInProps) {
  const hasNoRelay = useHasNoRelay()
  const form = useSchemaForm(passwordBody, { password: '' }, async (body) => {
    await call(confirmSignIn, { body })
    await onConfirmed()
  })
  const mail = useMutation({ mutationFn: () => call(mailSignInLink) })
  return (
    <AuthLayout
      title="Connect your sign-in"
      description={`This address already has an account. Confirm once that it is yours, and from then on ${signInName() ?? 'your organisation'} opens it.`}
      footer={
        <>
          Not you? Return to <TextLink to={paths.login}>log in</TextLink>
        </>
      }
    >
      {mail.isSuccess && <Notice tone="ok">{mail.data.message}</Notice>}
      {mail.isError && <Notice tone="danger">{errorText(mail.error)}</Notice>}
      {mail.isSuccess && hasNoRelay && <NoRelayNotice />}
      {hasPasswords() && (
        <Form form={form}>
          <EmailField given={email} />
          <PasswordField
            label="Password"
            autoComplete="current-password"
            autoFocus
            {...form.field('password')}
          />
          <SubmitButton form={form} size="lg" loading={form.isSubmitting || isLeaving}>
            Connect and log in
          </SubmitButton>
        </Form>
      )}
      <Button size="lg" loading={mail.isPending} onClick={() => mail.mutate()}>
        {hasPasswords() ? 'Email me a link instead' : `Email a link to ${email}`}
      </Button>
    </AuthLayout>
  )
}
