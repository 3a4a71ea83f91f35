import { useParams } from 'react-router'
import { AuthLayout } from '../../features/accounts/auth-layout.tsx'
import { ForwardingStop } from '../../features/forwarding-rules/forwarding-stop.tsx'

export function ForwardingStopPage() {
  const { token = '' } = useParams()
  return (
    <AuthLayout
      title="No more mail"
      description="Others can have Mailstop write to you: by forwarding mail to you, by asking whether they may, or by inviting you to a team. You can stop all of that. What you ask for yourself, such as a new password, still comes."
    >
      <ForwardingStop token={token} />
    </AuthLayout>
  )
}
