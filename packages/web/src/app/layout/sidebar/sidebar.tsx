import type { Counters, User } from '@mailstop/contract'
import { Flag, Inbox, PanelLeft, Plug, Settings2, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { modifierKey } from '../../../lib/keys/modifier-key.ts'
import { paths } from '../../../lib/paths/paths.ts'
import { classNames } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { flaggedPath, flaggedQuery } from '../inbox-links.ts'
import { PinnedSection } from './pinned-section.tsx'
import { deferred, useDeferred } from '../../../lib/deferred.ts'
import { SidebarLink } from './sidebar-link.tsx'
import { UserMenu } from './user-menu.tsx'

const inboxesSection = deferred(() => import('./inboxes/inboxes-section.tsx'))

type SidebarProps = {
  user: User
  /** Undefined until they are known. */
  counters: Counters | undefined
  collapsed: boolean
  teamSwitcher: ReactNode
  searchBox: ReactNode
  /** The current team; null until it is known. */
  team: number | null
  onNewInbox: () => void
  toggleLabel: string
  onToggle: () => void
  onShowShortcuts: () => void
}

/** The contents of the sidebar, the same at every width. */
export function Sidebar({
  user,
  counters,
  collapsed,
  teamSwitcher,
  searchBox,
  team,
  onNewInbox,
  toggleLabel,
  onToggle,
  onShowShortcuts,
}: SidebarProps) {
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  const pins = counters?.pinned ?? []
  const onFlagged = !query.has('inbox') && query.get('q') === flaggedQuery
  const onInbox = query.has('inbox')
  const onPin = !onInbox && pins.some((pin) => query.get(pin.type) === pin.query)
  const inboxes = counters?.inboxes ?? []
  const InboxesSection = useDeferred(inboxesSection, inboxes.length > 0)?.InboxesSection
  return (
    <div
      className={classNames(
        'flex h-full min-w-0 flex-col pt-2.5 pb-2',
        collapsed ? 'px-1.5' : 'px-2.5',
      )}
    >
      <div className="mb-2">{teamSwitcher}</div>
      {searchBox}
      <nav
        aria-label="Main"
        className="flex min-h-0 flex-1 flex-col overflow-x-hidden overflow-y-auto"
      >
        <SidebarLink
          to={paths.inbox}
          icon={Inbox}
          label="Inbox"
          count={counters?.unread ?? 0}
          active={pathname.startsWith(paths.inbox) && !onInbox && !onPin && !onFlagged}
          collapsed={collapsed}
        />
        <SidebarLink
          to={flaggedPath}
          icon={Flag}
          label="Flagged"
          count={counters?.flagged ?? 0}
          counted="flagged"
          active={pathname.startsWith(paths.inbox) && onFlagged}
          collapsed={collapsed}
        />
        {/* The inboxes and the pins scroll by themselves, so the parts above and below them stay in place. */}
        <div
          className={classNames(
            'flex-1 overflow-x-hidden overflow-y-auto',
            collapsed && pins.length + inboxes.length === 0 ? 'min-h-0' : 'min-h-24',
          )}
        >
          {InboxesSection && inboxes.length > 0 && team !== null && (
            <InboxesSection
              key={team}
              team={team}
              inboxes={inboxes}
              collapsed={collapsed}
              onNew={onNewInbox}
            />
          )}
          <PinnedSection team={team} pins={pins} collapsed={collapsed} />
        </div>
        <SidebarLink
          to={paths.integrations}
          icon={Plug}
          label="Integrations"
          active={pathname.startsWith(paths.integrations)}
          collapsed={collapsed}
        />
        <SidebarLink
          // Without accounts a team has neither members nor a name to change.
          to={user.is_open ? paths.teamTags : paths.team}
          icon={user.is_open ? Settings2 : Users}
          label={user.is_open ? 'Inbox settings' : 'Team settings'}
          active={pathname.startsWith(paths.team)}
          collapsed={collapsed}
        />
      </nav>
      <div
        className={classNames(
          'mt-1.5 flex items-center gap-1 border-t border-line pt-1.5',
          collapsed && 'flex-col-reverse',
        )}
      >
        <UserMenu user={user} collapsed={collapsed} onShowShortcuts={onShowShortcuts} />
        <IconButton
          label={toggleLabel}
          shortcut={`${modifierKey} B`}
          icon={<PanelLeft />}
          side="right"
          onClick={onToggle}
          className="text-ink-3"
        />
      </div>
    </div>
  )
}
