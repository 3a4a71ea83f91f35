import type { User } from '@mailstop/contract'
import { deferred, useDeferred } from '../../lib/deferred.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Menu } from '../../ui/menu.tsx'

const items = deferred(() => import('./user-menu-items.tsx'))

type UserMenuProps = { user: User; collapsed: boolean; onShowShortcuts: () => void }

export function UserMenu({ user, collapsed, onShowShortcuts }: UserMenuProps) {
  const loaded = useDeferred(items, false)
  const trigger = (
    <button
      type="button"
      aria-label={collapsed ? `Account menu of ${user.name}` : undefined}
      className={classNames(
        'flex min-w-0 items-center gap-[9px] rounded-md text-left hover:bg-hover data-popup-open:bg-hover',
        collapsed ? 'size-9 justify-center' : 'flex-1 px-2 py-1.5',
      )}
    >
      <Avatar name={user.name} image={user.avatar} size="sm" />
      {!collapsed && (
        <span className="grid min-w-0 leading-[1.3]">
          <span className="sr-only">Account menu of </span>
          <span className="truncate" title={user.name}>
            {user.name}
          </span>
          <span className="truncate text-xs text-ink-3" title={user.email}>
            {user.email}
          </span>
        </span>
      )}
    </button>
  )
  return (
    <Menu trigger={trigger} side="top" align="start" matchTrigger>
      {loaded && <loaded.UserMenuItems user={user} onShowShortcuts={onShowShortcuts} />}
    </Menu>
  )
}
