import { inviteBody } from '@mailstop/contract'
import { useSchemaForm } from '../../lib/form.ts'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useCreateInvite } from './use-invites.ts'

export function InviteForm({ team }: { team: number }) {
  const create = useCreateInvite(team)
  const form = useSchemaForm(inviteBody, { email: '' }, async (body, reset) => {
    await create(body)
    reset()
  })
  const email = form.field('email')
  return (
    <Form form={form}>
      <div className="flex max-w-[420px] items-start gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label="Email"
            type="email"
            autoComplete="off"
            placeholder="someone@example.com"
            {...email}
            // Left empty it is no mistake: nobody has to be invited.
            onBlur={(event) => {
              if (event.currentTarget.value !== '') void email.onBlur(event)
            }}
          />
        </div>
        {/* Beside the field itself, whatever is said below it. */}
        <SubmitButton form={form} size="lg" className="mt-6">
          Invite
        </SubmitButton>
      </div>
    </Form>
  )
}
