import { useCurrentUser } from '../../features/accounts/current-user.ts'
import { PeoplePage as People } from '../../features/operator/people-page.tsx'

export function PeoplePage() {
  const user = useCurrentUser()
  return user && <People self={user.id} />
}
