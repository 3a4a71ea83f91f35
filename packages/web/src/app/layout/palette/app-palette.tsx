import type { Counters } from '@mailstop/contract'
import { useLocation, useNavigate } from 'react-router'
import {
  Braces,
  CreditCard,
  Flag,
  Forward,
  Inbox,
  Keyboard,
  KeyRound,
  LockKeyhole,
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
  UserRoundPlus,
  Users,
} from 'lucide-react'
import { useCurrentUser } from '../../../features/accounts/current-user.ts'
import { useLogOut } from '../../../features/accounts/log-out.ts'
import { searchPath } from '../../../features/search/search-path.ts'
import { useTeamChoice } from '../../../features/teams/use-team-choice.ts'
import { useTeams } from '../../../features/teams/use-teams.ts'
import { chooseDensity } from '../../../lib/density.ts'
import { offeredCommands, type Command, type CommandGroup } from '../../../lib/keys/commands.ts'
import { CommandPalette } from './command-palette.tsx'
import { chooseAppearance } from '../../../lib/appearance.ts'
import { metaKey, modifierKey } from '../../../lib/keys/modifier-key.ts'
import { paths } from '../../../lib/paths/paths.ts'
import { flaggedPath, pinPath } from '../inbox-links.ts'

type AppPaletteProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  typedBefore: string
  counters: Counters | undefined
  onAddTeam: () => void
  onToggleSidebar: () => void
  onShowShortcuts: () => void
}

const pages: (Pick<Command, 'id' | 'label' | 'icon' | 'keys'> & { to: string })[] = [
  { id: 'inbox', label: 'Inbox', icon: Inbox, keys: 'g i', to: paths.inbox },
  { id: 'flagged', label: 'Flagged mail', icon: Flag, keys: 'g f', to: flaggedPath },
  {
    id: 'smtp-credentials',
    label: 'SMTP credentials',
    icon: Plug,
    keys: 'g s',
    to: paths.smtpCredentials,
  },
  { id: paths.apiTokens, label: 'API tokens', icon: KeyRound, to: paths.apiTokens },
  { id: paths.forwarding, label: 'Email forwarding', icon: Forward, to: paths.forwarding },
  { id: paths.teamInfo, label: 'Team info', icon: Settings2, to: paths.teamInfo },
  { id: paths.teamUsers, label: 'Team users', icon: Users, to: paths.teamUsers },
  { id: 'invite', label: 'Invite to the team', icon: UserRoundPlus, to: paths.teamUsers },
  { id: paths.profile, label: 'Profile', icon: UserRound, to: paths.profile },
  { id: paths.password, label: 'Password and sessions', icon: LockKeyhole, to: paths.password },
  { id: paths.appearance, label: 'Appearance', icon: Palette, to: paths.appearance },
  { id: paths.apiDocs, label: 'API documentation', icon: Braces, to: paths.apiDocs },
  { id: paths.plan, label: 'Billing', icon: CreditCard, to: paths.plan },
]

/** The addresses of the commands that need no accounts. */
const pagesOfOpenMode: ReadonlySet<string> = new Set([
  paths.inbox,
  flaggedPath,
  paths.smtpCredentials,
  paths.apiTokens,
  paths.appearance,
  paths.apiDocs,
])

/** The command palette with the commands of every screen. */
export function AppPalette(props: AppPaletteProps) {
  const navigate = useNavigate()
  const { logOut } = useLogOut()
  const isOpen = useCurrentUser()?.is_open ?? false
  const { data: teams = [] } = useTeams()
  const chooseTeam = useTeamChoice()
  const { pathname, search } = useLocation()
  const goTo = (path: string) => void navigate(path)
  const pins = props.counters?.pinned ?? []
  const groups: CommandGroup[] = [
    {
      title: 'Go to',
      commands: [
        ...pages
          .filter(({ to }) => !isOpen || pagesOfOpenMode.has(to))
          .map(({ to, ...page }) => ({ ...page, run: () => goTo(to) })),
        ...pins.map((pin) => ({
          id: `pin-${pin.id}`,
          label: pin.label ?? pin.query,
          icon: Pin,
          run: () => goTo(pinPath(pin)),
        })),
      ],
    },
    {
      title: 'Teams',
      commands: [
        ...teams.map((team, index) => ({
          id: `team-${team.id}`,
          label: team.name,
          icon: Users,
          ...(index < 9 ? { keys: `${metaKey} ${index + 1}` } : {}),
          run: () => chooseTeam(team),
        })),
        ...(isOpen
          ? []
          : [{ id: 'add-team', label: 'Add a new team', icon: Plus, run: props.onAddTeam }]),
      ],
    },
    {
      title: 'Look',
      commands: [
        { id: 'light', label: 'Light theme', icon: Sun, run: () => chooseAppearance('light') },
        { id: 'dark', label: 'Dark theme', icon: Moon, run: () => chooseAppearance('dark') },
        {
          id: 'system',
          label: 'System theme',
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
          run: props.onToggleSidebar,
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
          run: props.onShowShortcuts,
        },
        ...(isOpen ? [] : [{ id: 'log-out', label: 'Log out', icon: LogOut, run: logOut }]),
      ],
    },
  ]
  return (
    <CommandPalette
      open={props.open}
      onOpenChange={props.onOpenChange}
      typedBefore={props.typedBefore}
      groups={[...offeredCommands(), ...groups]}
      onSearch={(query) => goTo(searchPath(pathname, search, query))}
    />
  )
}
