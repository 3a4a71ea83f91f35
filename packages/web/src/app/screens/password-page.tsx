import { useCurrentUser } from '../../features/accounts/current-user.ts'
import { PasswordPage as Password } from '../../features/settings/password-page.tsx'

export function PasswordPage() {
  const user = useCurrentUser()
  return user && <Password user={user} />
}
