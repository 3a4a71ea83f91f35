import { updateProfile, updateProfileBody, type User } from '@mailstop/contract'
import { useWatch } from 'react-hook-form'
import { call } from '../../lib/api-client.ts'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { useSchemaForm } from '../../lib/form.ts'
import { sameAddress } from '../../lib/same-address.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'

type ProfileFormProps = { user: User; onSaved: () => Promise<unknown> }

export function ProfileForm({ user, onSaved }: ProfileFormProps) {
  const form = useSchemaForm(
    updateProfileBody,
    { name: user.name, email: user.email },
    async (body, reset) => {
      const { data } = await call(updateProfile, { body })
      reset({ name: data.name, email: data.email })
      toast.success('Profile updated successfully')
      await onSaved()
    },
  )
  const email = useWatch({ control: form.control, name: 'email' })
  const addressChanges = !sameAddress(email, user.email)
  return (
    <Form form={form} className="max-w-[420px]">
      <TextField label="Name" autoComplete="name" {...form.field('name')} />
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        hint={addressChanges && 'Takes effect once you open the link that we send there.'}
        {...form.field('email')}
      />
      {addressChanges && (
        <PasswordField
          label="Password"
          autoComplete="current-password"
          hint="Needed to change your address."
          {...form.field('password', { shouldUnregister: true })}
        />
      )}
      <SubmitButton form={form} className="justify-self-start">
        Save
      </SubmitButton>
    </Form>
  )
}
