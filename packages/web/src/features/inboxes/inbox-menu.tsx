import { countText, type Inbox, type Team } from '@mailstop/contract'
import { useMutation } from '@tanstack/react-query'
import {
  Archive,
  ArchiveRestore,
  Ellipsis,
  Inbox as InboxIcon,
  KeyRound,
  Settings2,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { firstInbox } from '../../lib/inboxes/use-inboxes.ts'
import { namedInboxPath } from '../../lib/paths/inbox-search.ts'
import { may } from '../../lib/team-permissions.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { ConfirmDialog } from '../../ui/popups/confirm-dialog.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../ui/popups/menu.tsx'
import { toast } from '../../ui/popups/toast.ts'
import { InboxDialog } from './inbox-dialog.tsx'
import { RotateDialog } from './rotate-dialog.tsx'
import { useInboxChanges } from './use-inbox-changes.ts'

export type InboxMenuProps = {
  team: Team
  inbox: Inbox
  onRenamed: (name: string) => void
  onDeleted: (mail: DeletedInbox) => void
}

/** A deletion of mail, which can be undone. */
export type DeletedInbox = { inbox: Inbox; deletion: string; count: number }

/** What can be done to an inbox. */
export function InboxMenu({ team, inbox, onRenamed, onDeleted }: InboxMenuProps) {
  const [asked, setAsked] = useState<'settings' | 'rotate' | 'delete' | null>(null)
  const { archive, remove } = useInboxActions(team.id, inbox, onDeleted)
  const isFirst = inbox.id === firstInbox
  const close = () => setAsked(null)
  return (
    <>
      <Menu
        trigger={
          <IconButton
            label={`Actions for ${inbox.name}`}
            icon={<Ellipsis />}
            loading={archive.isPending}
          />
        }
      >
        <MenuLink icon={<InboxIcon />} to={namedInboxPath(inbox.name)}>
          Open its mail
        </MenuLink>
        <MenuItem icon={<Settings2 />} onSelect={() => setAsked('settings')}>
          Name and settings
        </MenuItem>
        {mayRotate(team, inbox) && (
          <MenuItem icon={<KeyRound />} onSelect={() => setAsked('rotate')}>
            New password
          </MenuItem>
        )}
        {!isFirst && (
          <>
            <ArchiveItem inbox={inbox} onArchive={archive.mutate} />
            <MenuSeparator />
            <MenuItem danger icon={<Trash2 />} onSelect={() => setAsked('delete')}>
              Delete
            </MenuItem>
          </>
        )}
      </Menu>
      <InboxDialog
        team={team}
        inbox={inbox}
        open={asked === 'settings'}
        onClose={close}
        onSaved={onRenamed}
      />
      <RotateDialog team={team.id} inbox={inbox} open={asked === 'rotate'} onOpenChange={close} />
      <ConfirmDialog
        open={asked === 'delete'}
        onOpenChange={close}
        title={`Delete ${inbox.name}?`}
        action="Delete inbox"
        asked={remove}
        onConfirm={() => remove.mutate()}
      >
        Its credentials end at once and for good: apps that use them can no longer send.{' '}
        {inbox.total === 0
          ? 'It has no messages.'
          : `It is deleted for everyone with ${countText(inbox.total)}, which can be restored for an hour.`}
      </ConfirmDialog>
    </>
  )
}

/** The first inbox has the credentials of the team. */
export const mayRotate = (team: Team, { id }: Inbox) =>
  may(team, id === firstInbox ? 'rotate_credentials' : 'manage_inboxes')

type ArchiveItemProps = { inbox: Inbox; onArchive: (archived: boolean) => void }

function ArchiveItem({ inbox, onArchive }: ArchiveItemProps) {
  const isArchived = inbox.archived_at !== null
  return (
    <MenuItem
      icon={isArchived ? <ArchiveRestore /> : <Archive />}
      onSelect={() => onArchive(!isArchived)}
    >
      {isArchived ? 'Bring back' : 'Archive'}
    </MenuItem>
  )
}

function useInboxActions(team: number, inbox: Inbox, onDeleted: (mail: DeletedInbox) => void) {
  const changes = useInboxChanges(team)
  const archive = useMutation({
    mutationFn: (archived: boolean) => changes.update(inbox, { archived }),
    onSuccess(_, archived) {
      if (!archived) return void toast.success(`${inbox.name} takes mail again`)
      const action = { label: 'Bring back', onClick: () => archive.mutate(false) }
      toast.success(`${inbox.name} is archived: it takes no mail`, { action })
    },
    onError: (error) => void toast.error(errorText(error)),
  })
  const remove = useMutation({
    mutationFn: () => changes.remove(inbox),
    onSuccess: ({ deletion, count }) => onDeleted({ inbox, deletion, count }),
  })
  return { archive, remove }
}
