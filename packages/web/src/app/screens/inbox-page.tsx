import { useCurrentUser } from '../../features/accounts/current-user.ts'
import { InboxPage as Inbox } from '../../features/mails/inbox-page.tsx'
import { WithTeam } from './with-team.tsx'

export function InboxPage() {
  const user = useCurrentUser()
  return user && <WithTeam>{(team) => <Inbox team={team} user={user} />}</WithTeam>
}
