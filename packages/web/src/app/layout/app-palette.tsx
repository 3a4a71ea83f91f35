import type { Counters } from '@mailstop/contract'
import { useLocation, useNavigate } from 'react-router'
import { useLogOut } from '../../features/accounts/log-out.ts'
import { searchPath } from '../../features/search/search-path.ts'
import { useTeamChoice } from '../../features/teams/use-team-choice.ts'
import { useTeams } from '../../features/teams/use-teams.ts'
import { offeredCommands } from '../../lib/commands.ts'
import { CommandPalette } from './command-palette.tsx'
import { paletteGroups } from './palette-groups.ts'

type AppPaletteProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  counters: Counters | undefined
  onAddTeam: () => void
  onToggleSidebar: () => void
  onShowShortcuts: () => void
}

/** The command palette with the commands of every screen. */
export function AppPalette(props: AppPaletteProps) {
  const navigate = useNavigate()
  const { logOut } = useLogOut()
  const { data: teams } = useTeams()
  const chooseTeam = useTeamChoice()
  const { pathname, search } = useLocation()
  const goTo = (path: string) => void navigate(path)
  const groups = paletteGroups({
    teams: teams ?? [],
    pins: props.counters?.pinned ?? [],
    goTo,
    chooseTeam,
    addTeam: props.onAddTeam,
    toggleSidebar: props.onToggleSidebar,
    showShortcuts: props.onShowShortcuts,
    logOut,
  })
  return (
    <CommandPalette
      open={props.open}
      onOpenChange={props.onOpenChange}
      groups={[...offeredCommands(), ...groups]}
      onSearch={(query) => goTo(searchPath(pathname, search, query))}
    />
  )
}
