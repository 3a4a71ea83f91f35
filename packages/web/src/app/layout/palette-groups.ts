import type { Counters, Team } from '@mailstop/contract'
import {
  Inbox,
  Keyboard,
  KeyRound,
  LogOut,
  Monitor,
  Moon,
  Palette,
  PanelLeft,
  Pin,
  Plug,
  Sun,
  UserRound,
  Users,
} from 'lucide-react'
import { chooseAppearance } from '../../lib/appearance.ts'
import type { CommandGroup } from '../../lib/commands.ts'
import { modifierKey } from '../../lib/modifier-key.ts'
import { pinPath } from './pin-path.ts'

type PaletteDeps = {
  teams: readonly Team[]
  pins: Counters['pinned']
  goTo: (path: string) => void
  chooseTeam: (team: Team) => void
  toggleSidebar: () => void
  showShortcuts: () => void
  logOut: () => void
}

const settings = [
  { label: 'Profile', icon: UserRound, to: '/settings/profile' },
  { label: 'Password and sessions', icon: KeyRound, to: '/settings/password' },
  { label: 'Appearance', icon: Palette, to: '/settings/appearance' },
]

/** What the command palette offers on every screen. */
export function paletteGroups(deps: PaletteDeps): CommandGroup[] {
  const groups: CommandGroup[] = [
    {
      title: 'Go to',
      commands: [
        { id: 'inbox', label: 'Inbox', icon: Inbox, keys: 'g i', run: () => deps.goTo('/inbox') },
        {
          id: 'smtp-credentials',
          label: 'SMTP credentials',
          icon: Plug,
          keys: 'g s',
          run: () => deps.goTo('/integrations/smtp-credentials'),
        },
        ...settings.map(({ label, icon, to }) => ({
          id: to,
          label,
          icon,
          run: () => deps.goTo(to),
        })),
        ...deps.pins.map((pin) => ({
          id: `pin-${pin.id}`,
          label: pin.label ?? pin.query,
          icon: Pin,
          run: () => deps.goTo(pinPath(pin)),
        })),
      ],
    },
    {
      title: 'Switch to team',
      commands: deps.teams.map((team) => ({
        id: `team-${team.id}`,
        label: team.name,
        icon: Users,
        run: () => deps.chooseTeam(team),
      })),
    },
    {
      title: 'Look',
      commands: [
        { id: 'light', label: 'Light theme', icon: Sun, run: () => chooseAppearance('light') },
        { id: 'dark', label: 'Dark theme', icon: Moon, run: () => chooseAppearance('dark') },
        {
          id: 'system',
          label: 'Theme of the system',
          icon: Monitor,
          run: () => chooseAppearance('system'),
        },
        {
          id: 'sidebar',
          label: 'Expand or collapse the sidebar',
          icon: PanelLeft,
          keys: `${modifierKey} b`,
          run: deps.toggleSidebar,
        },
      ],
    },
    {
      title: 'More',
      commands: [
        {
          id: 'shortcuts',
          label: 'Keyboard shortcuts',
          icon: Keyboard,
          keys: '?',
          run: deps.showShortcuts,
        },
        { id: 'log-out', label: 'Log out', icon: LogOut, run: deps.logOut },
      ],
    },
  ]
  return groups.filter(({ commands }) => commands.length > 0)
}
