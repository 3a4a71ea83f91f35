import { useCurrentUser } from '../../features/accounts/current-user.ts'
import { AdminLayout } from '../layout/section-layout.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'

/** For operators alone: to others the server answers as to addresses that do not exist. */
export function OperatorLayout() {
  return useCurrentUser()?.operator ? <AdminLayout /> : <NotFoundScreen />
}
