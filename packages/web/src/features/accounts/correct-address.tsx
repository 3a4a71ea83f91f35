import {
  cancelEmailChange,
  resendVerification,
  updateProfile,
  updateProfileBody,
  type User,
} from '@mailstop/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/api-client.ts'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { useSchemaForm } from '../../lib/form.ts'
import { sameAddress } from '../../lib/same-address.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { reloadCurrentUser } from './current-user.ts'

type CorrectAddressProps = {
  user: User
  hasNoRelay: boolean
  onSent: () => void
  onCancel: () => void
}

/** For who mistyped their address while registering: the link goes to another one. */
export function CorrectAddress({ user, hasNoRelay, onSent, onCancel }: CorrectAddressProps) {
  const queryClient = useQueryClient()
  const form = useSchemaForm(
    updateProfileBody,
    {
      name: user.name,
      email: user.pending_email ?? user.email,
      password: '',
    },
    async (body) => {
      if (sameAddress(body.email, user.email)) {
        await call(cancelEmailChange)
        await call(resendVerification)
      } else {
        await call(updateProfile, { body })
      }
      await reloadCurrentUser(queryClient)
      onSent()
    },
  )

  return (
    <Form form={form}>
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        autoFocus
        {...form.field('email')}
      />
      <PasswordField label="Password" autoComplete="current-password" {...form.field('password')} />
      <div className="grid gap-2">
        <SubmitButton form={form} size="lg">
          {hasNoRelay ? 'Make verification link' : 'Send verification link'}
        </SubmitButton>
        <Button variant="ghost" size="lg" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
