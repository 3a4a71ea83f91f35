import type { Team, User } from '@mailstop/contract'
import { useCurrentUser } from '../../features/accounts/current-user.ts'
import { InboxPage as Inbox } from '../../features/mails/inbox-page.tsx'
import { useCreatePin } from '../../features/pins/use-pins.ts'
import { WithTeam } from './with-team.tsx'

export function InboxPage() {
  const user = useCurrentUser()
  return (
    <>
      <h1 className="sr-only">Inbox</h1>
      {user && <WithTeam>{(team) => <TeamInbox team={team} user={user} />}</WithTeam>}
    </>
  )
}

function TeamInbox({ team, user }: { team: Team; user: User }) {
  const pin = useCreatePin(team.id)
  return <Inbox team={team} user={user} onPin={pin} />
}
