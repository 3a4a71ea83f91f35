import type { ApiToken, Team, Member } from '@mailstop/contract'
import { UserMinus } from 'lucide-react'
import { useState } from 'react'
import { may } from '../../lib/team-permissions.ts'
import { LoadError } from '../../ui/pages/load-error.tsx'
import { useMembers, useRemoveMember } from './use-members.ts'
import { Skeleton } from '../../ui/pages/skeleton.tsx'
import { ConfirmDialog } from '../../ui/popups/confirm-dialog.tsx'
import { ConfirmOption } from '../../ui/forms/confirm-option.tsx'
import { RevokeTokensOption } from '../../ui/forms/revoke-tokens-option.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { PersonRow } from '../../ui/texts/person-row.tsx'
import { Select } from '../../ui/forms/select.tsx'

type MembersSectionProps = {
  team: Team
  user: number
  /** The API tokens of the whole team; undefined until they are known. */
  tokens: readonly ApiToken[] | undefined
}

export function MembersSection({ team, user, tokens }: MembersSectionProps) {
  const members = useMembers(team.id)
  return (
    <div className="rounded-lg border border-line bg-surface">
      {members.isPending && <MembersSkeleton count={team.members_count} />}
      <LoadError query={members} title="The members could not be loaded" />
      {members.data && (
        <ul aria-label="Members">
          {members.data.map((member) => (
            <MemberRow
              key={member.id}
              team={team}
              member={member}
              tokens={tokens?.filter(({ created_by: by }) => by?.id === member.id) ?? []}
              isSelf={member.id === user}
              isManaged={may(team, 'remove_members') && member.role !== 'owner'}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

/** More rows than fit a screen are not worth drawing. */
const mostRows = 8

function MembersSkeleton({ count }: { count: number }) {
  return (
    <div role="status" aria-label="Loading">
      {Array.from({ length: Math.min(count, mostRows) }, (_, row) => (
        <div
          key={row}
          className="flex min-h-14 items-center gap-3 border-b border-line py-2 pr-4 pl-3 last:border-b-0"
        >
          <Skeleton className="size-9 flex-none rounded-full" />
          <span className="grid flex-1 gap-2">
            <Skeleton className="w-32" />
            <Skeleton className="h-2! w-48 max-w-full" />
          </span>
          <Skeleton className="w-16" />
        </div>
      ))}
    </div>
  )
}

type MemberRowProps = {
  team: Team
  member: Member
  /** Tokens that the member has made. */
  tokens: readonly ApiToken[]
  isSelf: boolean
  /** The current user may change the membership. */
  isManaged: boolean
}

function MemberRow({ team, member, tokens, isSelf, isManaged }: MemberRowProps) {
  const { name, email, avatar, role, vouched } = member
  return (
    <PersonRow
      name={name}
      image={avatar}
      badge={isSelf ? 'You' : undefined}
      detail={
        <>
          <p className="truncate text-sm text-ink-3" title={email}>
            {email}
          </p>
          {vouched && (
            <p className="text-sm text-ink-3">Address not verified: joined by a copied link</p>
          )}
        </>
      }
    >
      {isManaged ? (
        <ManagedMember team={team} member={member} tokens={tokens} />
      ) : (
        <span className="pr-2 text-sm text-ink-2">{role === 'owner' ? 'Owner' : 'Member'}</span>
      )}
    </PersonRow>
  )
}

/** The only role that can be set; a team has one owner, who hands it over on another page. */
const roles = [{ value: 'member', label: 'Member' }]

type ManagedMemberProps = Pick<MemberRowProps, 'team' | 'member' | 'tokens'>

function ManagedMember({ team, member, tokens }: ManagedMemberProps) {
  const [removing, setRemoving] = useState(false)
  const [revoking, setRevoking] = useState(true)
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
          setRotating(false)
          setRevoking(true)
          setRemoving(true)
        }}
      />
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title={`Remove ${member.name}?`}
        action="Remove member"
        asked={remove}
        onConfirm={() => remove.mutate({ rotate: rotating, revoke: revoking && tokens.length > 0 })}
        option={
          <>
            {tokens.length > 0 && (
              <RevokeTokensOption
                who="They"
                tokens={tokens}
                checked={revoking}
                onChange={setRevoking}
              />
            )}
            <RotateOption checked={rotating} onChange={setRotating} />
          </>
        }
      >
        {member.email} loses access to “{team.name}” at once. They need a new invitation to come
        back.
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
  return (
    <ConfirmOption
      label="Rotate the SMTP credentials too"
      hint="The old username and password stop working at once: apps cannot send until they have the new ones."
      checked={checked}
      onChange={onChange}
    >
      They know the team’s SMTP password and can still send messages to this inbox.
    </ConfirmOption>
  )
}
