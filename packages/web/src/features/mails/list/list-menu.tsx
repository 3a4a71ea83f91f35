import type { CountedInbox } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import {
  ArchiveRestore,
  Ellipsis,
  Mail,
  MailCheck,
  MailOpen,
  MailX,
  Play,
  Trash2,
} from 'lucide-react'
import { useContext, useState } from 'react'
import { command, useOfferedCommands } from '../../../lib/keys/commands.ts'
import { deferred, useDeferred } from '../../../lib/deferred.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/popups/menu.tsx'
import { useMarkAll } from '../change/use-mark-all.ts'
import { countersQuery } from '../store/counters-query.ts'
import { useFollowing } from '../follow/use-following.ts'
import { InboxExtrasContext } from '../inbox-extras.ts'
import {
  allMailOf,
  isAllMail,
  wholeTeam,
  type ListFilter,
  type MailScope,
} from '../address/list-filter.ts'

type ListMenuProps = {
  team: number
  filter: ListFilter
  /** The inbox that the list is of; undefined for all mail. */
  named: CountedInbox | null | undefined
  /** The total of the list, as shown. */
  total: number
  totalIsExact: boolean
  onDeleteAll: (scope: MailScope, flagged: 'spare' | 'include') => Promise<void>
}

const recentlyDeleted = deferred(() => import('../change/recently-deleted.tsx'))
const deleteAllDialog = deferred(() => import('../change/delete-all-dialog.tsx'))

/** The actions on all mail of the team, or of one inbox, and, where the list shows a part of it, on that part. */
export function ListMenu({ team, filter, named, total, totalIsExact, onDeleteAll }: ListMenuProps) {
  const [asking, setAsking] = useState(false)
  const [scope, setScope] = useState(wholeTeam)
  const DeleteAllDialog = useDeferred(deleteAllDialog, asking)?.DeleteAllDialog
  const [restoring, setRestoring] = useState(false)
  const RecentlyDeleted = useDeferred(recentlyDeleted, restoring)?.RecentlyDeleted
  const markAll = useMarkAll(team)
  const { renderListItems } = useContext(InboxExtrasContext)
  const counters = useQuery(countersQuery(team)).data
  const isEmpty = (filter.inbox === undefined ? counters : named)?.total === 0
  const all = allMailOf(filter)
  const inPlace = filter.inbox === undefined ? '' : ` in ${filter.inbox}`
  const listed: MailScope = { filter }
  const isOne = total === 1 && totalIsExact
  const these = isOne ? 'this one' : `these ${total.toLocaleString('en')}${totalIsExact ? '' : '+'}`
  const offersThese = !isAllMail(listed) && total > 0
  const askToDelete = (what: MailScope) => {
    setScope(what)
    setAsking(true)
  }
  const markCommands = [
    command(
      'mark-all-read',
      `Mark all read${inPlace}`,
      MailOpen,
      () => void markAll(all, { read: true }),
    ),
    command(
      'mark-all-unread',
      `Mark all unread${inPlace}`,
      Mail,
      () => void markAll(all, { read: false }),
    ),
  ]
  const listedCommands = offersThese
    ? [
        command(
          'mark-these-read',
          `Mark ${these} read`,
          MailCheck,
          () => void markAll(listed, { read: true }),
        ),
        command('delete-these', `Delete ${these}`, MailX, () => askToDelete(listed)),
      ]
    : []
  const deleteAll = () => askToDelete(all)
  const deletion = command('delete-all', `Delete all${inPlace}…`, Trash2, deleteAll)
  const [follows, setFollowing] = useFollowing()
  const following = command('follow', 'Open the newest by itself', Play, () =>
    setFollowing(!follows),
  )
  const restoration = command('recently-deleted', 'Trash (recently deleted)', ArchiveRestore, () =>
    setRestoring(true),
  )
  useOfferedCommands({
    title: 'Inbox',
    commands: [
      ...listedCommands,
      ...(isEmpty ? [] : [...markCommands, deletion]),
      following,
      restoration,
    ],
  })
  return (
    <>
      <Menu trigger={<IconButton label="More" icon={<Ellipsis />} />}>
        {offersThese && (
          <>
            {listedCommands.map(({ id, label, icon: Icon, run }) => (
              <MenuItem key={id} danger={id === 'delete-these'} icon={<Icon />} onSelect={run}>
                {label}
              </MenuItem>
            ))}
            <MenuSeparator />
          </>
        )}
        {markCommands.map(({ id, label, icon: Icon, run }) => (
          <MenuItem key={id} icon={<Icon />} disabled={isEmpty} onSelect={run}>
            {label}
          </MenuItem>
        ))}
        <MenuSeparator />
        {renderListItems(filter, total)}
        <MenuItem icon={<Play />} checked={follows} onSelect={following.run}>
          Open the newest by itself
        </MenuItem>
        <MenuItem icon={<ArchiveRestore />} onSelect={restoration.run}>
          {restoration.label}
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger icon={<Trash2 />} disabled={isEmpty} onSelect={deleteAll}>
          Delete all{inPlace}
        </MenuItem>
      </Menu>
      {RecentlyDeleted && (
        <RecentlyDeleted team={team} open={restoring} onClose={() => setRestoring(false)} />
      )}
      {DeleteAllDialog && (
        <DeleteAllDialog
          team={team}
          open={asking}
          scope={scope}
          onOpenChange={setAsking}
          onConfirm={(flagged) => onDeleteAll(scope, flagged)}
        />
      )}
    </>
  )
}
