import type { User } from '@mailstop/contract'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PasswordForm } from './password-form.tsx'
import { SessionsSection } from './sessions-section.tsx'

export function PasswordPage({ user }: { user: User }) {
  usePageTitle('Password')
  return (
    <>
      <PageHeading title="Password">
        A new password signs you out everywhere else, makes mailed reset links useless and drops a
        change of address that is not confirmed.
      </PageHeading>
      <PasswordForm email={user.email} />
      <SessionsSection />
    </>
  )
}
