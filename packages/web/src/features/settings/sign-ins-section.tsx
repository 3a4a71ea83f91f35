import {
  connectIdentity,
  disconnectIdentity,
  listIdentities,
  type Identity,
} from '@mailstop/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../../lib/api/api-client.ts'
import { errorText, wasRemoved } from '../../lib/api/api-error.ts'
import { queryKeys, queryOf } from '../../lib/api/queries.ts'
import { usePasswordForm } from '../../lib/form.ts'
import { signInName, signInProblem } from '../../lib/sign-in.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { OwnPasswordField } from '../../ui/forms/own-password-field.tsx'
import { LoadError } from '../../ui/pages/load-error.tsx'
import { Notice } from '../../ui/pages/notice.tsx'
import { PageSection } from '../../ui/pages/page-section.tsx'
import { Skeleton } from '../../ui/pages/skeleton.tsx'
import { Dialog } from '../../ui/popups/dialog.tsx'
import { toast } from '../../ui/popups/toast.ts'
import { RelativeTimeText } from '../../ui/texts/relative-time-text.tsx'

const identitiesQuery = queryOf(queryKeys.identities, listIdentities)

/** The sign-ins of the organisation that open the account. */
export function SignInsSection() {
  const name = signInName()
  const [query] = useSearchParams()
  const identities = useQuery(identitiesQuery)
  const [open, setOpen] = useState(false)
  const problem = signInProblem(query.get('sign_in'))
  return (
    <PageSection
      title="Sign-in"
      description={`How ${name} opens your account.`}
      action={
        identities.data?.length === 0 && (
          <Button onClick={() => setOpen(true)}>Connect {name}</Button>
        )
      }
    >
      {problem && (
        <div className="mb-3">
          <Notice tone="danger">{problem}</Notice>
        </div>
      )}
      <div className="rounded-lg border border-line bg-surface">
        {identities.isPending && (
          <div className="px-4 py-3" role="status" aria-label="Loading">
            <Skeleton className="w-40" />
          </div>
        )}
        <LoadError query={identities} title="Your sign-ins could not be loaded" />
        {identities.data?.length === 0 && (
          <p className="px-4 py-3 text-ink-2">Not connected: you log in with your password.</p>
        )}
        {identities.data && identities.data.length > 0 && (
          <ul aria-label="Sign-ins">
            {identities.data.map((identity) => (
              <IdentityRow key={identity.id} identity={identity} />
            ))}
          </ul>
        )}
      </div>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`Connect ${name}`}
        description={`You go to ${name} and come back. From then on its sign-in opens this account.`}
      >
        <ConnectForm onCancel={() => setOpen(false)} />
      </Dialog>
    </PageSection>
  )
}

/** It is a way in from then on, so it asks for the password. */
function ConnectForm({ onCancel }: { onCancel: () => void }) {
  const form = usePasswordForm(async (body) => {
    const { url } = await call(connectIdentity, { body })
    window.location.assign(url)
  })
  return (
    <DialogForm form={form} action="Connect" onCancel={onCancel}>
      <OwnPasswordField label="Password" {...form.field('password')} />
    </DialogForm>
  )
}

function IdentityRow({ identity }: { identity: Identity }) {
  const { id, issuer, email, last_used_at } = identity
  const queryClient = useQueryClient()
  const disconnect = useMutation({
    mutationFn: () => wasRemoved(call(disconnectIdentity, { params: { identity: String(id) } })),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => queryClient.invalidateQueries(identitiesQuery),
  })
  const called = email ?? 'Without an address'
  return (
    <li className="flex items-center gap-3 border-b border-line px-4 py-3 last:border-b-0">
      <span className="grid size-9 flex-none place-items-center rounded-md border border-line text-ink-3">
        <KeyRound />
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate font-[550]" title={called}>
          {called}
        </p>
        <p className="text-sm text-pretty wrap-anywhere text-ink-3">
          {new URL(issuer).host} · Last used <RelativeTimeText iso={last_used_at} />
        </p>
      </div>
      <Button size="sm" loading={disconnect.isPending} onClick={() => disconnect.mutate()}>
        Disconnect<span className="sr-only"> {called}</span>
      </Button>
    </li>
  )
}
