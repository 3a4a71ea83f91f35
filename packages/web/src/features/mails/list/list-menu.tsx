import { Ellipsis, Mail, MailOpen, Trash2 } from 'lucide-react'
import { useContext, useState } from 'react'
import { useOfferedCommands } from '../../../lib/commands.ts'
import { deferred, useDeferred } from '../../../lib/deferred.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx'
import { InboxExtrasContext } from '../inbox-extras.ts'
import { hasCriteria, type ListFilter } from './list-filter.ts'
import { useMarkAll } from '../change/use-marks.ts'

type ListMenuProps = {
  team: number
  filter: ListFilter
  /** The total of the list, as shown. */
  total: number
  totalIsExact: boolean
  onDeleteAll: (flagged: 'spare' | 'include') => Promise<void>
}

const deleteAllDialog = deferred(() => import('../change/delete-all-dialog.tsx'))
const markAllDialog = deferred(() => import('../change/mark-all-dialog.tsx'))

/** To mark more mails than this asks for confirmation: undoing it by hand is work. */
const unasked = 25

/** The actions on all mail that the filter selects. */
export function ListMenu({ team, filter, total, totalIsExact, onDeleteAll }: ListMenuProps) {
  const [asking, setAsking] = useState<'read' | 'unread' | 'delete' | null>(null)
  const isMarking = asking === 'read' || asking === 'unread'
  const MarkAllDialog = useDeferred(markAllDialog, isMarking)?.MarkAllDialog
  const DeleteAllDialog = useDeferred(deleteAllDialog, asking === 'delete')?.DeleteAllDialog
  const markAll = useMarkAll(team, filter)
  const { renderListItems } = useContext(InboxExtrasContext)
  const close = (open: boolean) => {
    if (!open) setAsking(null)
  }
  const ask = (mark: 'read' | 'unread') => {
    if (total <= unasked) void markAll(mark === 'read')
    else setAsking(mark)
  }
  useOfferedCommands({
    title: 'Inbox',
    commands: [
      { id: 'mark-all-read', label: 'Mark all read', icon: MailOpen, run: () => ask('read') },
      { id: 'mark-all-unread', label: 'Mark all unread', icon: Mail, run: () => ask('unread') },
      { id: 'delete-all', label: 'Delete all…', icon: Trash2, run: () => setAsking('delete') },
    ],
  })
  const what = scopeText(filter, total, totalIsExact)
  const none = total === 0
  return (
    <>
      <Menu trigger={<IconButton label="More" icon={<Ellipsis />} />}>
        <MenuItem icon={<MailOpen />} disabled={none} onSelect={() => ask('read')}>
          Mark all read
        </MenuItem>
        <MenuItem icon={<Mail />} disabled={none} onSelect={() => ask('unread')}>
          Mark all unread
        </MenuItem>
        <MenuSeparator />
        {renderListItems(filter, total)}
        <MenuItem danger icon={<Trash2 />} disabled={none} onSelect={() => setAsking('delete')}>
          Delete all
        </MenuItem>
      </Menu>
      {MarkAllDialog && (
        <MarkAllDialog
          asking={isMarking ? asking : null}
          what={what}
          onOpenChange={close}
          onConfirm={() => markAll(asking === 'read')}
        />
      )}
      {DeleteAllDialog && (
        <DeleteAllDialog
          team={team}
          open={asking === 'delete'}
          what={what}
          isWholeInbox={filter.filter === 'all' && !hasCriteria(filter)}
          onOpenChange={close}
          onConfirm={onDeleteAll}
        />
      )}
    </>
  )
}

/** 'all 1,204 mails', of the whole inbox. */
export const allMailsText = (total: number) => scopeText({ filter: 'all' }, total, true)

/** 'all 1,204 mails', 'all 12 unread mails that match'. */
function scopeText(filter: ListFilter, total: number, isExact: boolean): string {
  const count = `${total.toLocaleString('en')}${isExact ? '' : '+'}`
  const mails = total === 1 && isExact ? 'mail' : 'mails'
  const unread = filter.filter === 'unread' ? ' unread' : ''
  const matching = hasCriteria(filter) ? (mails === 'mail' ? ' that matches' : ' that match') : ''
  return `${mails === 'mail' ? 'the one' : `all ${count}`}${unread} ${mails}${matching}`
}
