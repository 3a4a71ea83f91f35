import { useCurrentUser } from '../../features/accounts/current-user.ts'
import { InboxPage as Inbox } from '../../features/mails/inbox-page.tsx'
import { WithTeam } from './with-team.tsx'

export function InboxPage() {
  const user = useCurrentUser()
  return (
    <>
      <h1 className="sr-only">Inbox</h1>
      {user && <WithTeam>{(team) => <Inbox team={team} user={user} />}</WithTeam>}
    </>
  )
}
