import type { CountedInbox } from '@mailstop/contract'
import {
  ArrowDown,
  ArrowUp,
  Ellipsis,
  Inbox,
  Link,
  MailOpen,
  Plug,
  Plus,
  Settings2,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'
import { InboxDialog } from '../../../../features/inboxes/inbox-dialog.tsx'
import { allMailOf } from '../../../../features/mails/address/list-filter.ts'
import { DeleteAllDialog } from '../../../../features/mails/change/delete-all-dialog.tsx'
import { useDeletion } from '../../../../features/mails/change/use-deletion.ts'
import { useMarkAll } from '../../../../features/mails/change/use-mark-all.ts'
import { copyText } from '../../../../features/mails/read/actions/copy-text.ts'
import { useCurrentTeam } from '../../../../features/teams/current-team.ts'
import { fullUrl } from '../../../../lib/paths/base-path.ts'
import { inboxCredentialsPath, namedInboxPath } from '../../../../lib/paths/inbox-search.ts'
import { firstInbox, useInboxes } from '../../../../lib/inboxes/use-inboxes.ts'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../../../ui/popups/menu.tsx'

type SidebarInboxMenuProps = {
  team: number
  inbox: CountedInbox
  /** Null where it cannot go further. */
  onUp: (() => void) | null
  onDown: (() => void) | null
  onNew: () => void
}

/** What can be done with an inbox, beside its link: it shows when the pointer or the focus comes near. */
export function SidebarInboxMenu({ team, inbox, onUp, onDown, onNew }: SidebarInboxMenuProps) {
  const [asked, setAsked] = useState<'settings' | 'delete' | null>(null)
  const listed = useInboxes(team, { enabled: asked === 'settings' }).data
  const settings = listed?.find(({ id }) => id === inbox.id)
  const shown = useCurrentTeam()
  const markAll = useMarkAll(team)
  const { deleteAll } = useDeletion(team)
  const { name, total, unread } = inbox
  const scope = allMailOf({ inbox: name })
  const path = namedInboxPath(name)
  const close = () => setAsked(null)
  return (
    <>
      <Menu
        align="start"
        trigger={
          <IconButton
            label={`Actions for ${name}`}
            icon={<Ellipsis />}
            side="right"
            className="absolute top-0.5 right-0.5 !size-[27px] bg-hover opacity-0 group-hover/inbox:opacity-100 focus-visible:opacity-100 data-popup-open:opacity-100 pointer-coarse:static pointer-coarse:!size-10 pointer-coarse:bg-transparent pointer-coarse:opacity-100"
          />
        }
      >
        <MenuLink icon={<Inbox />} to={path}>
          Open
        </MenuLink>
        <MenuItem
          icon={<Link />}
          onSelect={() => void copyText(fullUrl(`${path}&team=${team}`), 'Link copied')}
        >
          Copy link
        </MenuItem>
        <MenuItem
          icon={<MailOpen />}
          disabled={unread === 0}
          onSelect={() => void markAll(scope, { read: true })}
        >
          Mark all read
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<ArrowUp />} disabled={onUp === null} onSelect={() => onUp?.()}>
          Move up
        </MenuItem>
        <MenuItem icon={<ArrowDown />} disabled={onDown === null} onSelect={() => onDown?.()}>
          Move down
        </MenuItem>
        <MenuItem icon={<Settings2 />} onSelect={() => setAsked('settings')}>
          Name and settings
        </MenuItem>
        <MenuLink icon={<Plug />} to={inboxCredentialsPath(name)}>
          {inbox.id === firstInbox ? 'SMTP credentials' : 'Credentials, archive, delete'}
        </MenuLink>
        <MenuItem icon={<Plus />} onSelect={onNew}>
          New inbox
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          danger
          icon={<Trash2 />}
          disabled={total === 0}
          onSelect={() => setAsked('delete')}
        >
          Delete all mail
        </MenuItem>
      </Menu>
      {settings && shown && (
        <InboxDialog
          team={shown}
          inbox={settings}
          open={asked === 'settings'}
          onClose={close}
          // The address of the shown inbox follows its name by itself.
          onSaved={() => {}}
        />
      )}
      <DeleteAllDialog
        team={team}
        open={asked === 'delete'}
        scope={scope}
        onOpenChange={close}
        onConfirm={(flagged) => deleteAll(scope, flagged)}
      />
    </>
  )
}
