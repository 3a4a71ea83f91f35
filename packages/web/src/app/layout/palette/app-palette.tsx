import type { Counters } from '@mailstop/contract'
import { useLocation, useNavigate } from 'react-router'
import {
  Bell,
  Bot,
  FlaskConical,
  Braces,
  CreditCard,
  Flag,
  Forward,
  Inbox,
  Keyboard,
  KeyRound,
  LockKeyhole,
  LogOut,
  Mail,
  MailWarning,
  Monitor,
  Moon,
  Palette,
  PanelLeft,
  Pin,
  Plug,
  Plus,
  ScrollText,
  Send,
  Server,
  Settings2,
  ShieldCheck,
  Sun,
  Tags,
  UserRound,
  UserRoundPlus,
  Users,
  Webhook,
} from 'lucide-react'
import { useState } from 'react'
import { useSearchMatches } from '../../../features/mails/find/use-search-matches.ts'
import { sendTest } from '../../../features/integrations/send-test.ts'
import { useCurrentTeam } from '../../../features/teams/current-team.ts'
import { useCurrentUser } from '../../../features/accounts/current-user.ts'
import { useLogOut } from '../../../features/accounts/log-out.ts'
import { toggleNotifications } from '../../../features/notifications/notification-choice.ts'
import { searchPath } from '../../../features/search/search-path.ts'
import { useTeamChoice } from '../../../features/teams/use-team-choice.ts'
import { useTeams } from '../../../features/teams/use-teams.ts'
import {
  command,
  offeredCommands,
  type Command,
  type CommandGroup,
} from '../../../lib/keys/commands.ts'
import { CommandPalette } from './command-palette.tsx'
import { chooseAppearance } from '../../../lib/appearance.ts'
import { metaKey, modifierKey } from '../../../lib/keys/modifier-key.ts'
import { namedInboxPath } from '../../../lib/paths/inbox-search.ts'
import { connectPaths, paths } from '../../../lib/paths/paths.ts'
import { may } from '../../../lib/team-permissions.ts'
import { flaggedPath, keyedInboxes, pinPath } from '../inbox-links.ts'

type AppPaletteProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  typedBefore: string
  counters: Counters | undefined
  onAddTeam: () => void
  onNewInbox: () => void
  onToggleSidebar: () => void
  onShowShortcuts: () => void
}

type Page = [id: string, label: string, icon: Command['icon'], to: string, keys?: string]

const pages: Page[] = [
  ['inbox', 'Inbox', Inbox, paths.inbox, 'g i'],
  ['flagged', 'Flagged mail', Flag, flaggedPath, 'g f'],
  ['smtp-credentials', 'SMTP credentials', Plug, paths.smtpCredentials, 'g s'],
  [paths.apiTokens, 'API tokens', KeyRound, paths.apiTokens],
  [paths.forwarding, 'Email forwarding', Forward, paths.forwarding],
  [paths.webhooks, 'Webhooks and chats', Webhook, paths.webhooks],
  ['tests', 'Test with real mail', FlaskConical, connectPaths.tests],
  ['agents', 'Connect an agent', Bot, connectPaths.agents],
  ['refused', 'Refused mail', MailWarning, connectPaths.refused],
  [paths.teamInfo, 'Team settings', Settings2, paths.teamInfo],
  [paths.teamUsers, 'Team users', Users, paths.teamUsers],
  [paths.teamTags, 'Tags and their rules', Tags, paths.teamTags],
  [paths.teamGuards, 'Guards', ShieldCheck, paths.teamGuards],
  ['invite', 'Invite to the team', UserRoundPlus, paths.teamUsers],
  [paths.profile, 'Profile', UserRound, paths.profile],
  [paths.password, 'Password and sessions', LockKeyhole, paths.password],
  [paths.appearance, 'Appearance', Palette, paths.appearance],
  [paths.apiDocs, 'API documentation', Braces, paths.apiDocs],
  [paths.plan, 'Billing', CreditCard, paths.plan],
]

const operatorPages: Page[] = [
  [paths.adminOverview, 'Operator: overview', Server, paths.adminOverview],
  [paths.adminPeople, 'Operator: people', UserRound, paths.adminPeople],
  [paths.adminTeams, 'Operator: teams', Users, paths.adminTeams],
  [paths.adminSettings, 'Operator: settings', Settings2, paths.adminSettings],
  [paths.adminAudit, 'Operator: audit', ScrollText, paths.adminAudit],
]

/** The addresses of the commands that need no accounts. */
const pagesOfOpenMode: ReadonlySet<string> = new Set([
  paths.inbox,
  flaggedPath,
  paths.smtpCredentials,
  connectPaths.tests,
  connectPaths.agents,
  connectPaths.refused,
  paths.apiTokens,
  paths.teamTags,
  paths.teamGuards,
  paths.appearance,
  paths.apiDocs,
])

const sidebarLabel = 'Expand or collapse the sidebar'

/** The command palette with the commands of every screen. */
export function AppPalette(props: AppPaletteProps) {
  const navigate = useNavigate()
  const { logOut } = useLogOut()
  const user = useCurrentUser()
  const isOpen = user?.is_open ?? false
  const [query, setQuery] = useState('')
  const team = useCurrentTeam()
  const matches = useSearchMatches(team?.id ?? null, props.open ? query : '')
  const { data: teams = [] } = useTeams()
  const chooseTeam = useTeamChoice()
  const { pathname, search } = useLocation()
  const goTo = (path: string) => void navigate(path)
  const { pinned: pins = [], inboxes = [] } = props.counters ?? {}
  const keys = new Map(keyedInboxes(props.counters).map((inbox) => [inbox.id, inbox.keys]))
  const groups: CommandGroup[] = [
    {
      title: 'Go to',
      commands: [
        ...[...pages, ...(user?.operator ? operatorPages : [])]
          .filter(([, , , to]) => !isOpen || pagesOfOpenMode.has(to))
          .map(([id, label, icon, to, keys]) => command(id, label, icon, () => goTo(to), keys)),
        ...inboxes.map(({ id, name }) =>
          command(`inbox-${id}`, name, Inbox, () => goTo(namedInboxPath(name)), keys.get(id)),
        ),
        ...pins.map((pin) =>
          command(`pin-${pin.id}`, pin.label ?? pin.query, Pin, () => goTo(pinPath(pin))),
        ),
      ],
    },
    {
      title: 'Teams',
      commands: [
        ...teams.map((team, index) => {
          const keys = index < 9 ? `${metaKey} ${index + 1}` : undefined
          return command(`team-${team.id}`, team.name, Users, () => chooseTeam(team), keys)
        }),
        ...(isOpen ? [] : [command('add-team', 'Add a new team', Plus, props.onAddTeam)]),
      ],
    },
    {
      title: 'Look',
      commands: [
        command('light', 'Light theme', Sun, () => chooseAppearance('light')),
        command('dark', 'Dark theme', Moon, () => chooseAppearance('dark')),
        command('system', 'System theme', Monitor, () => chooseAppearance('system')),
        command('sidebar', sidebarLabel, PanelLeft, props.onToggleSidebar, `${modifierKey} b`),
      ],
    },
    {
      title: 'More',
      commands: [
        ...(team && may(team, 'manage_inboxes')
          ? [command('new-inbox', 'New inbox…', Inbox, props.onNewInbox)]
          : []),
        ...(team
          ? [command('test', 'Send a test message', Send, () => void sendTest(team.id, goTo))]
          : []),
        command('notifications', 'Turn notifications on or off', Bell, () => {
          void toggleNotifications()
        }),
        command('shortcuts', 'Keyboard shortcuts', Keyboard, props.onShowShortcuts, '?'),
        ...(isOpen ? [] : [command('log-out', 'Log out', LogOut, logOut)]),
      ],
    },
  ]
  return (
    <CommandPalette
      open={props.open}
      onOpenChange={props.onOpenChange}
      typedBefore={props.typedBefore}
      groups={[...offeredCommands(), ...groups]}
      onTyped={setQuery}
      matches={matches.map((mail) =>
        command(`mail-${mail.id}`, `${mail.sender}: ${mail.subject}`, Mail, () => goTo(mail.path)),
      )}
      onSearch={(query) => goTo(searchPath(pathname, search, query))}
    />
  )
}
