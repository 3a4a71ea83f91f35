import { type Member, type Team, handOverBody, handOverTeam } from '@mailstop/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { call } from '../../lib/api/api-client.ts'
import { queryKeys } from '../../lib/api/queries.ts'
import { paths } from '../../lib/paths/paths.ts'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { Dialog } from '../../ui/popups/dialog.tsx'
import { PageSection } from '../../ui/pages/page-section.tsx'
import { Skeleton } from '../../ui/pages/skeleton.tsx'
import { useOwnPassword, useSchemaForm } from '../../lib/form.ts'
import { OwnPasswordField } from '../../ui/forms/own-password-field.tsx'
import { toast } from '../../ui/popups/toast.ts'
import { keepTeam } from './team-cache.ts'
import { SelectField } from '../../ui/forms/select-field.tsx'

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
      title="Transfer ownership"
      description={
        others?.length === 0
          ? 'Nobody else is in the team yet. The new owner has to be a member first.'
          : 'Another member becomes the owner. You stay as a member and can then leave.'
      }
    >
      {others === undefined && <Skeleton className="h-8! w-36" />}
      {others?.length === 0 && <ButtonLink to={paths.teamUsers}>Invite someone</ButtonLink>}
      {others && others.length > 0 && <Button onClick={() => setOpen(true)}>Transfer team</Button>}
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`Transfer ${team.name}`}
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
  const queryClient = useQueryClient()
  const only = others.length === 1 ? others[0] : undefined
  const form = useSchemaForm(
    handOverBody,
    { ...(only && { user: only.id }), password: useOwnPassword() },
    async (body) => {
      const { data } = await call(handOverTeam, { params: { team: String(team) }, body })
      await keepTeam(queryClient, data)
      toast.success(`${data.owner.name} is now the owner of ${data.name}`)
      void queryClient.invalidateQueries({ queryKey: queryKeys.members(team) })
      onDone()
    },
  )
  const { field, fieldState } = useController({ control: form.control, name: 'user' })
  return (
    <DialogForm form={form} action="Transfer team" onCancel={onDone}>
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
        error={fieldState.error?.message}
      />
      <OwnPasswordField
        label="Password"
        hint="Enter your own password to confirm."
        {...form.field('password')}
      />
    </DialogForm>
  )
}
