import {
  disableUser,
  enableUser,
  endUserSessions,
  removeUser,
  sendResetLink,
  type OperatorUser,
} from '@mailstop/contract'
import { Ban, Ellipsis, KeyRound, LogOut, Trash2, UserCheck, Users } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../lib/api/api-client.ts'
import { ConfirmDialog } from '../../ui/popups/confirm-dialog.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/popups/menu.tsx'
import { RemovalDialog } from '../../ui/forms/removal-dialog.tsx'
import { useAct, usePerson } from './use-operator.ts'
import { Dialog } from '../../ui/popups/dialog.tsx'
import { LoadError } from '../../ui/pages/load-error.tsx'
import { Skeleton } from '../../ui/pages/skeleton.tsx'

type PersonActionsProps = { person: OperatorUser; isSelf: boolean }

/** What an operator can do with an account. To the own one nothing is done that would end the work. */
export function PersonActions({ person, isSelf }: PersonActionsProps) {
  const [shown, setShown] = useState<'teams' | 'disable' | 'remove' | null>(null)
  const close = (open: boolean) => setShown((now) => (open ? now : null))
  const params = { user: String(person.id) }
  const enable = useAct(() => call(enableUser, { params }))
  const endSessions = useAct(() => call(endUserSessions, { params }))
  const resetLink = useAct(() => call(sendResetLink, { params }))
  const onDone = () => setShown(null)
  const disable = useAct(() => call(disableUser, { params }), onDone)
  const remove = useAct((body: { password: string }) => call(removeUser, { params, body }), onDone)
  const isDisabled = person.disabled_at !== null
  return (
    <>
      <Menu trigger={<IconButton label={`Actions for ${person.email}`} icon={<Ellipsis />} />}>
        <MenuItem icon={<Users />} onSelect={() => setShown('teams')}>
          Show teams
        </MenuItem>
        <MenuItem icon={<KeyRound />} onSelect={() => resetLink.mutate()}>
          Send password reset link
        </MenuItem>
        <MenuItem icon={<LogOut />} onSelect={() => endSessions.mutate()}>
          End all sessions
        </MenuItem>
        {!isSelf && (
          <>
            <MenuSeparator />
            {isDisabled ? (
              <MenuItem icon={<UserCheck />} onSelect={() => enable.mutate()}>
                Enable account
              </MenuItem>
            ) : (
              <MenuItem icon={<Ban />} onSelect={() => setShown('disable')}>
                Disable account…
              </MenuItem>
            )}
            <MenuItem danger icon={<Trash2 />} onSelect={() => setShown('remove')}>
              Delete account…
            </MenuItem>
          </>
        )}
      </Menu>
      {shown === 'teams' && <PersonTeams person={person} onOpenChange={close} />}
      <ConfirmDialog
        open={shown === 'disable'}
        onOpenChange={close}
        title={`Disable ${person.name}?`}
        action="Disable account"
        asked={disable}
        onConfirm={() => disable.mutate()}
      >
        {person.email} is signed out everywhere and cannot log in until you enable the account. Its
        teams keep their mail.
      </ConfirmDialog>
      <RemovalDialog
        open={shown === 'remove'}
        onOpenChange={close}
        title={`Delete ${person.name}?`}
        action="Delete account"
        label="Your password"
        onRemove={remove.mutateAsync}
      >
        Deletes the account {person.email} with its personal team and all mail in it. Shared teams
        that it owns have to be deleted or transferred first. This cannot be undone.
      </RemovalDialog>
    </>
  )
}

type PersonTeamsProps = { person: OperatorUser; onOpenChange: (open: boolean) => void }

/** The teams of an account by their names. Nothing of their mail. */
function PersonTeams({ person, onOpenChange }: PersonTeamsProps) {
  const details = usePerson(person.id)
  const teams = details.data?.teams
  const more = person.teams_count - (teams?.length ?? 0)
  return (
    <Dialog open onOpenChange={onOpenChange} title={`Teams of ${person.name}`}>
      <div className="rounded-lg border border-line">
        {details.isPending && (
          <div role="status" aria-label="Loading" className="grid gap-3 p-3">
            <Skeleton className="w-40" />
            <Skeleton className="w-32" />
          </div>
        )}
        <LoadError query={details} title="The teams could not be loaded" />
        {teams && (
          <ul aria-label={`Teams of ${person.name}`}>
            {teams.map((team) => (
              <li
                key={team.id}
                className="flex min-h-10 items-center gap-3 border-b border-line px-3 last:border-b-0"
              >
                <span className="min-w-0 flex-1 truncate" title={team.name}>
                  {team.name}
                </span>
                <span className="text-sm text-ink-2">
                  {team.role === 'owner' ? 'Owner' : 'Member'}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {teams && more > 0 && <p className="mt-2 text-sm text-ink-3">and {more} more</p>}
    </Dialog>
  )
}
