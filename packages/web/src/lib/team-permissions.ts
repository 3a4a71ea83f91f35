import type { Team, TeamAction } from '@mailstop/contract'

/** Whether the signed-in user may do something in a team, as the server said when it sent the team. */
export const may = (team: Team, action: TeamAction): boolean => team.permissions.includes(action)
