import type { Team } from '@mailstop/contract'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../lib/paths/paths.ts'
import { useShortcuts } from '../../lib/keys/shortcuts.ts'
import { toast } from '../../ui/popups/toast.ts'
import { chooseTeam } from './current-team.ts'
import { useTeams } from './use-teams.ts'

/** Makes a team the current one and shows its inbox, in the place of a mail that is open. */
export function useTeamChoice(): (team: Pick<Team, 'id'>) => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (team) => {
    chooseTeam(team.id)
    void navigate(paths.inbox, { replace: /^\/inbox\/./.test(pathname) })
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

const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9]

/** Meta with a digit chooses the team at that place of the list, the first nine of them. */
export function teamShortcuts(
  teams: readonly Team[],
  choose: (team: Team) => void,
  onMissing: (digit: number) => void,
): Record<string, () => void> {
  return Object.fromEntries(
    digits.map((digit) => [
      `meta+${digit}`,
      () => {
        const team = teams[digit - 1]
        if (team) choose(team)
        else onMissing(digit)
      },
    ]),
  )
}
