import type { User } from '@mailstop/contract'
import { Keyboard, LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react'
import { chooseAppearance, useAppearance, type Appearance } from '../../lib/appearance.ts'
import { useLogOut } from '../../features/accounts/log-out.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { Menu, MenuGroup, MenuItem, MenuLink, MenuSeparator } from '../../ui/menu.tsx'

const appearances: { value: Appearance; label: string; icon: typeof Sun }[] = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'system', label: 'System', icon: Monitor },
]

type UserMenuProps = { user: User; collapsed: boolean; onShowShortcuts: () => void }

export function UserMenu({ user, collapsed, onShowShortcuts }: UserMenuProps) {
  const appearance = useAppearance()
  const { logOut, loggingOut } = useLogOut()
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
      <div className="flex items-center gap-2.5 px-2 py-1.5">
        <Avatar name={user.name} image={user.avatar} />
        <div className="grid min-w-0 leading-[1.35]">
          <span className="truncate font-[550]" title={user.name}>
            {user.name}
          </span>
          <span className="truncate text-xs text-ink-3" title={user.email}>
            {user.email}
          </span>
        </div>
      </div>
      <MenuSeparator />
      <MenuLink to="/settings/profile" icon={<Settings aria-hidden />}>
        Account settings
      </MenuLink>
      <MenuSeparator />
      <MenuGroup label="Appearance">
        {appearances.map(({ value, label, icon: Icon }) => (
          <MenuItem
            key={value}
            icon={<Icon aria-hidden />}
            checked={appearance === value}
            onSelect={() => chooseAppearance(value)}
          >
            {label}
          </MenuItem>
        ))}
      </MenuGroup>
      <MenuSeparator />
      <MenuItem icon={<Keyboard aria-hidden />} trailing={<Kbd>?</Kbd>} onSelect={onShowShortcuts}>
        Keyboard shortcuts
      </MenuItem>
      <MenuItem icon={<LogOut aria-hidden />} disabled={loggingOut} onSelect={logOut}>
        Log out
      </MenuItem>
    </Menu>
  )
}
