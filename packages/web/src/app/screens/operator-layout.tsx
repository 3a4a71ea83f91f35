import { useCurrentUser } from '../../features/accounts/current-user.ts'
import { AdminLayout } from '../layout/section-layout.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'

/** The pages of operators. For other users the server answers as if the addresses did not exist. */
export function OperatorLayout() {
  return useCurrentUser()?.operator ? <AdminLayout /> : <NotFoundScreen />
}
