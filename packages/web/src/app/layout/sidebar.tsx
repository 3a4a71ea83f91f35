import type { Counters, User } from '@mailstop/contract'
import { Inbox, PanelLeft, Plug } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { modifierKey } from '../../lib/modifier-key.ts'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { PinnedSection } from './pinned-section.tsx'
import { SidebarLink } from './sidebar-link.tsx'
import { UserMenu } from './user-menu.tsx'

type SidebarProps = {
  user: User
  /** Undefined until they are known. */
  counters: Counters | undefined
  collapsed: boolean
  teamSwitcher: ReactNode
  searchBox: ReactNode
  /** The current team; null until it is known. */
  team: number | null
  toggleLabel: string
  onToggle: () => void
  onShowShortcuts: () => void
}

/** What the sidebar holds, the same at every width. */
export function Sidebar({
  user,
  counters,
  collapsed,
  teamSwitcher,
  searchBox,
  team,
  toggleLabel,
  onToggle,
  onShowShortcuts,
}: SidebarProps) {
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  const onPin = query.has('sndr') || query.has('rcpt') || query.has('q')
  return (
    <div
      className={classNames(
        'flex h-full min-w-0 flex-col pt-2.5 pb-2',
        collapsed ? 'px-1.5' : 'px-2.5',
      )}
    >
      <div className="mb-2">{teamSwitcher}</div>
      {searchBox}
      <nav aria-label="Main" className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <SidebarLink
          to="/inbox"
          icon={Inbox}
          label="Inbox"
          count={counters?.unread ?? 0}
          active={pathname.startsWith('/inbox') && !onPin}
          collapsed={collapsed}
        />
        <PinnedSection team={team} pins={counters?.pinned ?? []} collapsed={collapsed} />
        <span className="flex-1" />
        <SidebarLink
          to="/integrations"
          icon={Plug}
          label="Integrations"
          active={pathname.startsWith('/integrations')}
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
          icon={<PanelLeft aria-hidden />}
          side="right"
          onClick={onToggle}
          className="text-ink-3"
        />
      </div>
    </div>
  )
}
