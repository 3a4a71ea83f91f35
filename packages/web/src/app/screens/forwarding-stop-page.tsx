import { useParams } from 'react-router'
import { AuthLayout } from '../../features/accounts/auth-layout.tsx'
import { ForwardingStop } from '../../features/forwarding-rules/forwarding-stop.tsx'

export function ForwardingStopPage() {
  const { token = '' } = useParams()
  return (
    <AuthLayout
      title="Emails from Mailstop"
      description="People who use Mailstop can forward messages to you, ask to forward them, and invite you to teams. You can stop all of these emails. You still get those that you ask for yourself, such as a password reset."
    >
      <ForwardingStop token={token} />
    </AuthLayout>
  )
}
