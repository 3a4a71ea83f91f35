import { handOverBody, type Member } from '@mailstop/contract'
import { useController } from 'react-hook-form'
import { formError, submitter, useSchemaForm } from '../../lib/form.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useHandOverTeam } from './use-team-changes.ts'

type HandOverFormProps = { team: number; others: readonly Member[]; onDone: () => void }

/** Begins anew each time its dialog opens. */
export function HandOverForm({ team, others, onDone }: HandOverFormProps) {
  const handOver = useHandOverTeam(team)
  const only = others.length === 1 ? others[0] : undefined
  const form = useSchemaForm(handOverBody, { ...(only && { user: only.id }), password: '' })
  const { errors, isSubmitting } = form.formState
  const { field } = useController({ control: form.control, name: 'user' })
  const onSubmit = submitter(form, async (body) => {
    await handOver.mutateAsync(body)
    onDone()
  })
  const problem = formError(form)
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      {problem && <Notice tone="danger">{problem}</Notice>}
      <SelectField
        label="New owner"
        placeholder="Choose a member"
        value={field.value === undefined ? null : String(field.value)}
        onValueChange={(id) => field.onChange(Number(id))}
        options={others.map(({ id, name, email }) => ({
          value: String(id),
          label: name,
          detail: email,
        }))}
        error={errors.user?.message}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        hint={!errors.password && 'Your own, to confirm that this is what you want.'}
        error={errors.password?.message}
        {...form.register('password')}
      />
      <DialogActions>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" loading={isSubmitting}>
          Hand over team
        </Button>
      </DialogActions>
    </form>
  )
}
