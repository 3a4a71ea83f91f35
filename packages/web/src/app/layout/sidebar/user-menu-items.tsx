import { getVersion, type User } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import {
  Bell,
  CreditCard,
  Keyboard,
  LogOut,
  Monitor,
  Moon,
  Server,
  Settings,
  Sun,
} from 'lucide-react'
import { useLogOut } from '../../../features/accounts/log-out.ts'
import {
  toggleNotifications,
  useNotifications,
} from '../../../features/notifications/notification-choice.ts'
import { chooseAppearance, useAppearance, type Appearance } from '../../../lib/appearance.ts'
import { paths } from '../../../lib/paths/paths.ts'
import { queryKeys, queryOf } from '../../../lib/api/queries.ts'
import { Avatar } from '../../../ui/texts/avatar.tsx'
import { KeyHint } from '../../../ui/buttons/key-hint.tsx'
import { MenuGroup, MenuItem, MenuLink, MenuSeparator } from '../../../ui/popups/menu.tsx'

const appearances: { value: Appearance; label: string; icon: typeof Sun }[] = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'system', label: 'System', icon: Monitor },
]

const versionQuery = { ...queryOf(queryKeys.version, getVersion), staleTime: 60_000 }

type UserMenuItemsProps = { user: User; onShowShortcuts: () => void }

/** Loaded by user-menu.tsx. */
export function UserMenuItems({ user, onShowShortcuts }: UserMenuItemsProps) {
  const appearance = useAppearance()
  const hasNotifications = useNotifications()
  const { logOut, loggingOut } = useLogOut()
  return (
    <>
      {!user.is_open && <AccountItems user={user} />}
      <MenuGroup label="Appearance">
        {appearances.map(({ value, label, icon: Icon }) => (
          <MenuItem
            key={value}
            icon={<Icon />}
            checked={appearance === value}
            onSelect={() => chooseAppearance(value)}
          >
            {label}
          </MenuItem>
        ))}
      </MenuGroup>
      <MenuSeparator />
      <MenuItem
        icon={<Bell />}
        checked={hasNotifications}
        onSelect={() => void toggleNotifications()}
      >
        Notifications
      </MenuItem>
      <MenuItem icon={<Keyboard />} trailing={<KeyHint keys="?" />} onSelect={onShowShortcuts}>
        Keyboard shortcuts
      </MenuItem>
      {!user.is_open && (
        <MenuItem icon={<LogOut />} disabled={loggingOut} onSelect={logOut}>
          Log out
        </MenuItem>
      )}
      <MenuSeparator />
      <ServerVersion />
    </>
  )
}

function AccountItems({ user }: { user: User }) {
  return (
    <>
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
      <MenuLink to={paths.profile} icon={<Settings />}>
        Account settings
      </MenuLink>
      <MenuLink to={paths.plan} icon={<CreditCard />}>
        Billing
      </MenuLink>
      {user.operator && (
        <MenuLink to={paths.adminOverview} icon={<Server />}>
          Operator
        </MenuLink>
      )}
      <MenuSeparator />
    </>
  )
}

const stores = { sqlite: 'SQLite', postgres: 'Postgres' }

/** The version to name in a bug report: that of the server or, until it has answered, that of the page. */
function ServerVersion() {
  const { data } = useQuery(versionQuery)
  const parts = data && [
    `Node ${data.node}`,
    stores[data.store],
    ...(data.commit === null ? [] : [`commit ${data.commit}`]),
  ]
  return (
    <div
      className="flex items-baseline gap-1.5 px-2 py-1 text-xs text-ink-3 tabular-nums"
      title={parts?.join(', ')}
    >
      <span>Mailstop {data?.version ?? import.meta.env.MAILSTOP_VERSION}</span>
      {data?.commit && <span className="font-mono text-[11px]">{data.commit.slice(0, 7)}</span>}
    </div>
  )
}
