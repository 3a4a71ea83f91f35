import { useCurrentUser } from '../../features/accounts/current-user.ts'
import { WelcomeScreen } from '../../features/welcome/welcome-screen.tsx'

export function WelcomePage() {
  return <WelcomeScreen signedIn={useCurrentUser() !== null} />
}
