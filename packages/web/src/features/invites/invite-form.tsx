import { inviteBody } from '@mailstop/contract'
import { formError, submitter, useSchemaForm } from '../../lib/form.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useCreateInvite } from './use-invites.ts'

export function InviteForm({ team }: { team: number }) {
  const create = useCreateInvite(team)
  const form = useSchemaForm(inviteBody, { email: '' })
  const { errors, isSubmitting } = form.formState
  const onSubmit = submitter(form, async (body) => {
    await create.mutateAsync(body)
    form.reset()
  })
  const email = form.register('email')
  const problem = formError(form)
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-3">
      {problem && <Notice tone="danger">{problem}</Notice>}
      <div className="flex max-w-[420px] items-start gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label="Email"
            type="email"
            autoComplete="off"
            placeholder="someone@example.com"
            error={errors.email?.message}
            {...email}
            // Left empty it is no mistake: nobody has to be invited.
            onBlur={(event) => {
              if (event.currentTarget.value !== '') void email.onBlur(event)
            }}
          />
        </div>
        {/* Beside the field itself, whatever is said below it. */}
        <Button type="submit" variant="primary" size="lg" loading={isSubmitting} className="mt-6">
          Invite
        </Button>
      </div>
    </form>
  )
}
