import { type Member, type Team, handOverBody } from '@mailstop/contract'
import { useState } from 'react'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { PageSection } from '../../ui/page-section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useController } from 'react-hook-form'
import { formError, submitter, useSchemaForm } from '../../lib/form.ts'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useHandOverTeam } from './use-team-changes.ts'

type HandOverTeamProps = {
  team: Team
  /** Undefined until they are known. */
  members: readonly Member[] | undefined
}

export function HandOverTeam({ team, members }: HandOverTeamProps) {
  const [open, setOpen] = useState(false)
  const others = members?.filter(({ id }) => id !== team.owner.id)
  return (
    <PageSection
      title="Hand over ownership"
      description={
        others?.length === 0
          ? 'Nobody else is in the team yet. The new owner has to be a member first.'
          : 'Another member becomes the owner, and you a member, who can leave.'
      }
    >
      {others === undefined && <Skeleton className="h-8! w-36" />}
      {others?.length === 0 && <ButtonLink to={paths.teamUsers}>Invite someone</ButtonLink>}
      {others && others.length > 0 && <Button onClick={() => setOpen(true)}>Hand over team</Button>}
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`Hand over ${team.name}`}
        description="Only the new owner can then rename or delete the team, invite people and remove members."
      >
        <HandOverForm team={team.id} others={others ?? []} onDone={() => setOpen(false)} />
      </Dialog>
    </PageSection>
  )
}

type HandOverFormProps = { team: number; others: readonly Member[]; onDone: () => void }

/** Starts empty each time its dialog opens. */
function HandOverForm({ team, others, onDone }: HandOverFormProps) {
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
