import type { User } from '@mailstop/contract'
import { deferred, useDeferred } from '../../../lib/deferred.ts'
import { Avatar } from '../../../ui/texts/avatar.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Menu } from '../../../ui/popups/menu.tsx'

const items = deferred(() => import('./user-menu-items.tsx'))

/** In open mode there are no accounts, and the menu has only the settings of the browser. */
const shownUser = (user: User) =>
  user.is_open
    ? { name: 'Open mode', detail: 'No accounts, no login', menu: 'Menu' }
    : { name: user.name, detail: user.email, menu: `Account menu of ${user.name}` }

type UserMenuProps = { user: User; collapsed: boolean; onShowShortcuts: () => void }

export function UserMenu({ user, collapsed, onShowShortcuts }: UserMenuProps) {
  const loaded = useDeferred(items, false)
  const { name, detail, menu } = shownUser(user)
  const trigger = (
    <button
      type="button"
      aria-label={collapsed ? menu : undefined}
      className={classNames(
        'flex min-w-0 items-center gap-[9px] rounded-md text-left hover:bg-hover data-popup-open:bg-hover',
        collapsed ? 'size-9 justify-center' : 'flex-1 px-2 py-1.5',
      )}
    >
      <Avatar name={name} image={user.avatar} size="sm" />
      {!collapsed && (
        <span className="grid min-w-0 leading-[1.3]">
          <span className="sr-only">{user.is_open ? 'Menu: ' : 'Account menu of '}</span>
          <span className="truncate" title={name}>
            {name}
          </span>
          <span className="truncate text-xs text-ink-3" title={detail}>
            {detail}
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
