import { type User, deleteAccount } from '@mailstop/contract'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PendingAddress } from './pending-address.tsx'
import { ProfileForm } from './profile-form.tsx'
import { call } from '../../lib/api-client.ts'
import { DeletionSection } from '../../ui/deletion-section.tsx'

type ProfilePageProps = {
  user: User
  /** Loads the user again. */
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

/** Ends with a full load of the front page, so that nothing of the account stays in this one. */
function DeleteAccount() {
  async function remove(body: { password: string }) {
    await call(deleteAccount, { body })
    window.location.assign('/')
  }
  return (
    <DeletionSection title="Delete account" onDelete={remove}>
      Deletes your account, your personal team and all of its mail.
    </DeletionSection>
  )
}
