import type { Counters, Team } from '@mailstop/contract'
import {
  CreditCard,
  Flag,
  Forward,
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
  Plus,
  Rows3,
  Rows4,
  Settings2,
  Sun,
  UserRound,
  Users,
} from 'lucide-react'
import { chooseAppearance } from '../../lib/appearance.ts'
import type { CommandGroup } from '../../lib/commands.ts'
import { chooseDensity } from '../../lib/density.ts'
import { metaKey, modifierKey } from '../../lib/modifier-key.ts'
import { paths } from '../../lib/paths.ts'
import { flaggedPath, pinPath } from './inbox-links.ts'

type PaletteDeps = {
  teams: readonly Team[]
  pins: Counters['pinned']
  goTo: (path: string) => void
  chooseTeam: (team: Team) => void
  addTeam: () => void
  toggleSidebar: () => void
  showShortcuts: () => void
  logOut: () => void
}

const pages = [
  { label: 'Email forwarding', icon: Forward, to: paths.forwarding },
  { label: 'Team info', icon: Settings2, to: paths.teamInfo },
  { label: 'Team users', icon: Users, to: paths.teamUsers },
  { label: 'Profile', icon: UserRound, to: paths.profile },
  { label: 'Password and sessions', icon: KeyRound, to: paths.password },
  { label: 'Appearance', icon: Palette, to: paths.appearance },
  { label: 'Billing', icon: CreditCard, to: paths.plan },
]

/** The commands that the palette has on every screen. */
export function paletteGroups(deps: PaletteDeps): CommandGroup[] {
  const groups: CommandGroup[] = [
    {
      title: 'Go to',
      commands: [
        {
          id: 'inbox',
          label: 'Inbox',
          icon: Inbox,
          keys: 'g i',
          run: () => deps.goTo(paths.inbox),
        },
        {
          id: 'flagged',
          label: 'Flagged mail',
          icon: Flag,
          keys: 'g f',
          run: () => deps.goTo(flaggedPath),
        },
        {
          id: 'smtp-credentials',
          label: 'SMTP credentials',
          icon: Plug,
          keys: 'g s',
          run: () => deps.goTo(paths.smtpCredentials),
        },
        ...pages.map(({ label, icon, to }) => ({
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
      title: 'Teams',
      commands: [
        ...deps.teams.map((team, index) => ({
          id: `team-${team.id}`,
          label: team.name,
          icon: Users,
          ...(index < 9 ? { keys: `${metaKey} ${index + 1}` } : {}),
          run: () => deps.chooseTeam(team),
        })),
        { id: 'add-team', label: 'Add a new team', icon: Plus, run: deps.addTeam },
      ],
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
          id: 'comfortable',
          label: 'Comfortable mail list',
          icon: Rows3,
          run: () => chooseDensity('comfortable'),
        },
        {
          id: 'compact',
          label: 'Compact mail list',
          icon: Rows4,
          run: () => chooseDensity('compact'),
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
