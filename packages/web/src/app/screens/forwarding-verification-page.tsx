import { useSearchParams } from 'react-router'
import { AuthLayout } from '../../features/accounts/auth-layout.tsx'
import { ForwardingConfirmation } from '../../features/forwarding-rules/forwarding-confirmation.tsx'
import { IncompleteLink } from '../../ui/pages/incomplete-link.tsx'

export function ForwardingVerificationPage() {
  const [query] = useSearchParams()
  const token = query.get('token')
  return (
    <AuthLayout
      title="Forwarding verification"
      description="Confirms that messages may be forwarded to your address"
    >
      {token ? <ForwardingConfirmation token={token} /> : <IncompleteLink />}
    </AuthLayout>
  )
}
