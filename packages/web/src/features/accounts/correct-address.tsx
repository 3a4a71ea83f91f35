import {
  cancelEmailChange,
  resendVerification,
  updateProfile,
  updateProfileBody,
  type User,
} from '@mailstop/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'
import { formError, submitter, useSchemaForm } from '../../lib/form.ts'
import { sameAddress } from '../../lib/same-address.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { reloadCurrentUser } from './current-user.ts'

type CorrectAddressProps = { user: User; onSent: () => void; onCancel: () => void }

/** For who mistyped their address while registering: the link goes to another one. */
export function CorrectAddress({ user, onSent, onCancel }: CorrectAddressProps) {
  const queryClient = useQueryClient()
  const form = useSchemaForm(updateProfileBody, {
    name: user.name,
    email: user.pending_email ?? user.email,
    password: '',
  })
  const { errors, isSubmitting } = form.formState

  const onSubmit = submitter(form, async (body) => {
    if (sameAddress(body.email, user.email)) {
      await call(cancelEmailChange)
      await call(resendVerification)
    } else {
      await call(updateProfile, { body })
    }
    await reloadCurrentUser(queryClient)
    onSent()
  })

  const problem = formError(form)
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      {problem && <Notice tone="danger">{problem}</Notice>}
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        autoFocus
        error={errors.email?.message}
        {...form.register('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <div className="grid gap-2">
        <Button type="submit" variant="primary" size="lg" loading={isSubmitting}>
          Send verification link
        </Button>
        <Button variant="ghost" size="lg" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
