import { mailChannel, type ServerEvents } from '@mailstop/contract'
import type { EventBus } from '../../events.ts'

/** Tells the browsers of a team what of it, beside its mail, they have to fetch again. */
export function announceTeams(deps: {
  events: EventBus
  publish: (
    channel: string,
    event: 'TeamOutdated',
    payload: Parameters<ServerEvents['TeamOutdated']>[0],
  ) => void
}): void {
  deps.events.on('teamOutdated', ({ teamId, userId, part }) =>
    deps.publish(mailChannel(teamId), 'TeamOutdated', { team_id: teamId, user_id: userId, part }),
  )
}
