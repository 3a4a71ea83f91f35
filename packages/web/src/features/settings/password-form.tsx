import { changePassword, changePasswordBody, limits, type CallRequest } from '@mailstop/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'
import { formError, submitter, useSchemaForm } from '../../lib/form.ts'
import { Button } from '../../ui/button.tsx'
import { NewPasswordFields } from '../../ui/new-password-fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { sessionsQuery } from './sessions-section.tsx'

const empty = { current_password: '', password: '', password_confirmation: '' }

export function PasswordForm({ email }: { email: string }) {
  const queryClient = useQueryClient()
  const form = useSchemaForm(changePasswordBody, empty)
  const { errors, isSubmitting } = form.formState
  const change = useMutation({
    mutationFn: (request: CallRequest<typeof changePassword>) => call(changePassword, request),
  })

  const onSubmit = submitter(form, async (body) => {
    const { message } = await change.mutateAsync({ body })
    form.reset(empty)
    toast.success(message)
    await queryClient.invalidateQueries(sessionsQuery)
  })

  const problem = formError(form)
  return (
    <form noValidate onSubmit={onSubmit} className="grid max-w-[420px] gap-4">
      {problem && <Notice tone="danger">{problem}</Notice>}
      {/* Tells a password manager whose password this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        error={errors.current_password?.message}
        {...form.register('current_password')}
      />
      <NewPasswordFields
        label="New password"
        minimum={limits.passwordMinimum}
        errors={errors}
        password={form.register('password')}
        confirmation={form.register('password_confirmation')}
      />
      <Button type="submit" variant="primary" loading={isSubmitting} className="justify-self-start">
        Save
      </Button>
    </form>
  )
}
