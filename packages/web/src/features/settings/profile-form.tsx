import { updateProfile, updateProfileBody, type User, type CallRequest } from '@mailstop/contract'
import { useMutation } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { call } from '../../lib/api-client.ts'
import { formError, submitter, useSchemaForm } from '../../lib/form.ts'
import { sameAddress } from '../../lib/same-address.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'

type ProfileFormProps = { user: User; onSaved: () => Promise<unknown> }

export function ProfileForm({ user, onSaved }: ProfileFormProps) {
  const form = useSchemaForm(updateProfileBody, { name: user.name, email: user.email })
  const { errors, isSubmitting } = form.formState
  const email = useWatch({ control: form.control, name: 'email' })
  const addressChanges = !sameAddress(email, user.email)
  const save = useMutation({
    mutationFn: (request: CallRequest<typeof updateProfile>) => call(updateProfile, request),
  })

  const onSubmit = submitter(form, async (body) => {
    const { data } = await save.mutateAsync({ body })
    form.reset({ name: data.name, email: data.email })
    toast.success('Profile updated successfully')
    await onSaved()
  })

  const problem = formError(form)
  return (
    <form noValidate onSubmit={onSubmit} className="grid max-w-[420px] gap-4">
      {problem && <Notice tone="danger">{problem}</Notice>}
      <TextField
        label="Name"
        autoComplete="name"
        error={errors.name?.message}
        {...form.register('name')}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        hint={addressChanges && 'Takes effect once you open the link that we send there.'}
        error={errors.email?.message}
        {...form.register('email')}
      />
      {addressChanges && (
        <PasswordField
          label="Password"
          autoComplete="current-password"
          hint={!errors.password && 'Needed to change your address.'}
          error={errors.password?.message}
          {...form.register('password', { shouldUnregister: true })}
        />
      )}
      <Button type="submit" variant="primary" loading={isSubmitting} className="justify-self-start">
        Save
      </Button>
    </form>
  )
}
