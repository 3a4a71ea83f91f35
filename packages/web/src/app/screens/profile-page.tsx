import { useQueryClient } from '@tanstack/react-query'
import { reloadCurrentUser, useCurrentUser } from '../../features/accounts/current-user.ts'
import { ProfilePage as Profile } from '../../features/settings/profile-page.tsx'

export function ProfilePage() {
  const user = useCurrentUser()
  const queryClient = useQueryClient()
  return user && <Profile user={user} onSaved={() => reloadCurrentUser(queryClient)} />
}
