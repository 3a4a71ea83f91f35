import type { Team, User } from '@mailstop/contract'
import { Inbox } from './inbox.tsx'

/**
 * The inbox of one team, for the routes /inbox and /inbox/:mail (as one route, `/inbox/:mail?`, so
 * that the list stays while mail after mail is opened).
 */
export function InboxPage({ team, user }: { team: Pick<Team, 'id'>; user: Pick<User, 'id'> }) {
  return <Inbox key={team.id} team={team.id} user={user.id} />
}
