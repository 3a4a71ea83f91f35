import type { Member, Team } from '@mailstop/contract'
import { UserMinus } from 'lucide-react'
import { useId, useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PersonRow } from '../../ui/person-row.tsx'
import { Select } from '../../ui/select.tsx'
import { useRemoveMember } from './use-members.ts'

type MemberRowProps = {
  team: Team
  member: Member
  isSelf: boolean
  /** The current user may change the membership. */
  isManaged: boolean
}

export function MemberRow({ team, member, isSelf, isManaged }: MemberRowProps) {
  const { name, email, avatar, role } = member
  return (
    <PersonRow
      name={name}
      image={avatar}
      badge={isSelf ? 'You' : undefined}
      detail={
        <p className="truncate text-sm text-ink-3" title={email}>
          {email}
        </p>
      }
    >
      {isManaged ? (
        <ManagedMember team={team} member={member} />
      ) : (
        <span className="pr-2 text-sm text-ink-2">{role === 'owner' ? 'Owner' : 'Member'}</span>
      )}
    </PersonRow>
  )
}

/** The only role that can be set; a team has one owner, who hands it over on another page. */
const roles = [{ value: 'member', label: 'Member' }]

function ManagedMember({ team, member }: { team: Team; member: Member }) {
  const [removing, setRemoving] = useState(false)
  const [rotating, setRotating] = useState(false)
  const remove = useRemoveMember(team.id, member)
  return (
    <>
      <Select
        size="sm"
        label={`Role of ${member.name}`}
        value={member.role}
        options={roles}
        onValueChange={() => undefined}
      />
      <IconButton
        label={`Remove ${member.name}`}
        icon={<UserMinus />}
        onClick={() => {
          remove.reset()
          setRotating(false)
          setRemoving(true)
        }}
      />
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title={`Remove ${member.name}?`}
        action="Remove member"
        pending={remove.isPending}
        problem={remove.isError ? errorText(remove.error) : undefined}
        onConfirm={() => remove.mutate({ rotate: rotating })}
        option={<RotateOption checked={rotating} onChange={setRotating} />}
      >
        The inbox of {team.name} closes for {member.email} at once. They need a new invitation to
        come back.
      </ConfirmDialog>
    </>
  )
}

/**
 * What a removed member still knows, and a way to end it. Off unless it is asked for: it stops every
 * app of the team, and the password that it takes away reads no mail.
 */
function RotateOption({
  checked,
  onChange,
}: {
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  const hint = useId()
  return (
    <div>
      <p className="mb-2">
        They know the SMTP password of the team: with it, mail can still be sent to this inbox.
      </p>
      <Checkbox
        label="Rotate the SMTP credentials too"
        aria-describedby={hint}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <p id={hint} className="mt-0.5 pl-6 text-sm text-ink-3">
        The old username and password stop at once: apps that use them can no longer send until they
        have the new ones.
      </p>
    </div>
  )
}
