import {
  type User,
  deleteAccount,
  updateProfile,
  updateProfileBody,
  cancelEmailChange,
  resendVerification,
} from '@mailstop/contract'
import { useWatch } from 'react-hook-form'
import { fullPath } from '../../lib/paths/base-path.ts'
import { usePageTitle } from '../../lib/paths/use-page-title.ts'
import { PageHeading } from '../../ui/pages/page-heading.tsx'
import { call } from '../../lib/api/api-client.ts'
import { DeletionSection } from '../../ui/forms/deletion-section.tsx'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { useSchemaForm } from '../../lib/form.ts'
import { sameAddress } from '../../lib/same-address.ts'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/popups/toast.ts'
import { useSaid } from '../../lib/api/use-said.ts'
import { signInName } from '../../lib/sign-in.ts'
import { useHasNoRelay } from '../../lib/api/system-mail.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { SignInsSection } from './sign-ins-section.tsx'
import { NoRelayNotice } from '../../ui/pages/no-relay-notice.tsx'

type ProfilePageProps = {
  user: User
  onSaved: () => Promise<unknown>
}

export function ProfilePage({ user, onSaved }: ProfilePageProps) {
  usePageTitle('Profile')
  return (
    <>
      <PageHeading title="Profile">
        Your name and the email address that you log in with.
      </PageHeading>
      <ProfileForm key={user.email} user={user} onSaved={onSaved} />
      {user.pending_email !== null && (
        <PendingAddress address={user.pending_email} current={user.email} onSettled={onSaved} />
      )}
      {user.email_vouched && <VouchedAddress address={user.email} />}
      {signInName() !== null && <SignInsSection />}
      <DeleteAccount />
    </>
  )
}

/** Ends with a full load of the front page, so that nothing of the account stays in this one. */
function DeleteAccount() {
  async function remove(body: { password: string }) {
    await call(deleteAccount, { body })
    window.location.assign(fullPath('/'))
  }
  return (
    <DeletionSection title="Delete account" onDelete={remove}>
      Deletes your account, your personal team and all of its mail.
    </DeletionSection>
  )
}

type ProfileFormProps = { user: User; onSaved: () => Promise<unknown> }

function ProfileForm({ user, onSaved }: ProfileFormProps) {
  const form = useSchemaForm(
    updateProfileBody,
    { name: user.name, email: user.email },
    async (body, reset) => {
      const { data } = await call(updateProfile, { body })
      reset({ name: data.name, email: data.email })
      toast.success('Profile updated successfully')
      await onSaved()
    },
  )
  const email = useWatch({ control: form.control, name: 'email' })
  const addressChanges = !sameAddress(email, user.email)
  return (
    <Form form={form} className="max-w-[420px]">
      <TextField label="Name" autoComplete="name" {...form.field('name')} />
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        hint={addressChanges && 'Takes effect once you open the link that we send there.'}
        {...form.field('email')}
      />
      {addressChanges && user.has_password && (
        <PasswordField
          label="Password"
          autoComplete="current-password"
          hint="Needed to change your address."
          {...form.field('password', { shouldUnregister: true })}
        />
      )}
      <SubmitButton form={form} className="justify-self-start">
        Save
      </SubmitButton>
    </Form>
  )
}

/** Says what the address lacks of a user who joined by a link that the owner of a team copied. */
function VouchedAddress({ address }: { address: string }) {
  const hasNoRelay = useHasNoRelay()
  const send = useSaid(() => call(resendVerification))
  return (
    <section
      aria-label="Unverified address"
      className="mt-6 grid max-w-[420px] gap-3 rounded-lg border border-line bg-surface px-4 py-3"
    >
      <p className="text-pretty text-ink-2">
        <strong className="font-[550] wrap-anywhere text-ink">{address}</strong> is not verified:
        you are here on the word of the owner of a team, for as long as you are in it.
      </p>
      {hasNoRelay && <NoRelayNotice />}
      <Button className="justify-self-start" loading={send.isPending} onClick={() => send.mutate()}>
        {hasNoRelay ? 'Make verification link' : 'Send verification link'}
      </Button>
    </section>
  )
}

type PendingAddressProps = {
  address: string
  current: string
  onSettled: () => Promise<unknown>
}

/** The address that the account moves to once it is confirmed, and what can be done about it. */
function PendingAddress({ address, current, onSettled }: PendingAddressProps) {
  const hasNoRelay = useHasNoRelay()
  const resend = useSaid(() => call(resendVerification), { onSettled })
  const cancel = useSaid(() => call(cancelEmailChange), { onSettled })
  return (
    <section
      aria-label="Pending address"
      className="mt-6 grid max-w-[420px] gap-3 rounded-lg border border-line bg-surface px-4 py-3"
    >
      <p className="text-pretty text-ink-2">
        Pending: <strong className="font-[550] wrap-anywhere text-ink">{address}</strong>. Open the
        link that we {hasNoRelay ? 'made for it' : 'sent there'} to log in with it. Until then you
        log in with <span className="wrap-anywhere">{current}</span>.
      </p>
      {hasNoRelay && <NoRelayNotice />}
      <div className="flex flex-wrap gap-2">
        <Button loading={resend.isPending} onClick={() => resend.mutate()}>
          Resend link
        </Button>
        <Button variant="ghost" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel change
        </Button>
      </div>
    </section>
  )
}
