import type { Team } from '@mailstop/contract'
import { useNavigate } from 'react-router'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { toast } from '../../ui/toast.ts'
import { chooseTeam } from './current-team.ts'
import { teamShortcuts } from './team-shortcuts.ts'
import { useTeams } from './use-teams.ts'

/** Makes a team the current one and shows its inbox. */
export function useTeamChoice(): (team: Team) => void {
  const navigate = useNavigate()
  return (team) => {
    chooseTeam(team.id)
    void navigate('/inbox')
  }
}

/** Meta with a digit chooses the team at that place of the list. */
export function useTeamShortcuts(): void {
  const { data: teams } = useTeams()
  const choose = useTeamChoice()
  const shortcuts = teamShortcuts(teams ?? [], choose, (digit) =>
    toast.error(`No team has been found with key ${digit}`),
  )
  useShortcuts(shortcuts, teams !== undefined)
}
