import type { User } from '@mailstop/contract'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { PendingAddress } from './pending-address.tsx'
import { ProfileForm } from './profile-form.tsx'

type ProfilePageProps = {
  user: User
  /** Loads the user anew. */
  onSaved: () => Promise<unknown>
}

export function ProfilePage({ user, onSaved }: ProfilePageProps) {
  usePageTitle('Profile')
  return (
    <>
      <PageHeading title="Profile">Your name and the address that you log in with.</PageHeading>
      <ProfileForm user={user} onSaved={onSaved} />
      {user.pending_email !== null && (
        <PendingAddress address={user.pending_email} current={user.email} onSettled={onSaved} />
      )}
      <DeleteAccount />
    </>
  )
}
