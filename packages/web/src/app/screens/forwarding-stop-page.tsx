import { useParams } from 'react-router'
import { AuthLayout } from '../../features/accounts/auth-layout.tsx'
import { ForwardingStop } from '../../features/forwarding-rules/forwarding-stop.tsx'

export function ForwardingStopPage() {
  const { token = '' } = useParams()
  return (
    <AuthLayout
      title="Stop forwarding"
      description="A team forwards mail that it caught to your address. When you stop that, it has to ask you before it can go on."
    >
      <ForwardingStop token={token} />
    </AuthLayout>
  )
}
