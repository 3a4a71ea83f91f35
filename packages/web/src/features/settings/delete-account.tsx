import { deleteAccount, passwordBody } from '@mailstop/contract'
import { useMutation } from '@tanstack/react-query'
import type { CallRequest } from '@mailstop/contract'
import { call } from '../../lib/api-client.ts'
import { submitter, useSchemaForm } from '../../lib/form.ts'
import { DeletionSection } from '../../ui/deletion-section.tsx'

/** Ends with a full load of the front page, so that nothing of the account stays in this one. */
export function DeleteAccount() {
  const form = useSchemaForm(passwordBody, { password: '' })
  const remove = useMutation({
    mutationFn: (request: CallRequest<typeof deleteAccount>) => call(deleteAccount, request),
    onSuccess: () => window.location.assign('/'),
  })
  const onSubmit = submitter(form, async (body) => {
    await remove.mutateAsync({ body })
  })
  return (
    <DeletionSection title="Delete account" form={form} onSubmit={onSubmit}>
      Deletes your account, your personal team and all of its mail.
    </DeletionSection>
  )
}
