import type { Team, User } from '@mailstop/contract'
import { Inbox, type InboxProps } from './inbox.tsx'

type InboxPageProps = Pick<InboxProps, 'onPin'> & {
  team: Pick<Team, 'id'>
  user: Pick<User, 'id'>
}

/**
 * The inbox of one team, for the routes /inbox and /inbox/:mail (as one route, `/inbox/:mail?`, so
 * that the list stays while mail after mail is opened).
 */
export function InboxPage({ team, user, onPin }: InboxPageProps) {
  return <Inbox key={team.id} team={team.id} user={user.id} onPin={onPin} />
}
