import { forwardMail, forwardMailForm, listMembers } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '../../lib/api-client.ts'
import { formError, submitter, useSchemaForm } from '../../lib/form.ts'
import { queryKeys, queryOf } from '../../lib/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { pastAddresses, rememberAddress } from './past-addresses.ts'

type ForwardDialogProps = {
  team: number
  /** Null while nothing is to be forwarded. */
  mail: number | null
  onClose: () => void
  onForwarded: (mail: number) => void
}

export function ForwardDialog({ team, mail, onClose, onForwarded }: ForwardDialogProps) {
  return (
    <Dialog
      open={mail !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Forward mail"
      description="Enter the email address to which you want to forward this email to"
    >
      {mail !== null && (
        <ForwardForm team={team} mail={mail} onClose={onClose} onForwarded={onForwarded} />
      )}
    </Dialog>
  )
}

function ForwardForm({ team, mail, onClose, onForwarded }: ForwardDialogProps & { mail: number }) {
  const form = useSchemaForm(forwardMailForm, { email: '' })
  const { errors, isSubmitting } = form.formState
  const onSubmit = submitter(form, async (body) => {
    const params = { team: String(team), mail: String(mail) }
    const { message } = await call(forwardMail, { params, body })
    toast.success(message)
    rememberAddress(body.email)
    onClose()
    onForwarded(mail)
  })
  const suggestions = useId()
  const addresses = useSuggestedAddresses(team)
  const problem = formError(form)
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      {problem && <Notice tone="danger">{problem}</Notice>}
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        list={suggestions}
        error={errors.email?.message}
        {...form.register('email')}
      />
      <datalist id={suggestions}>
        {addresses.map(({ address, name }) => (
          <option key={address} value={address}>
            {name}
          </option>
        ))}
      </datalist>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" loading={isSubmitting}>
          Forward
        </Button>
      </DialogActions>
    </form>
  )
}

/** Where mail was forwarded to before, then the members of the team. */
function useSuggestedAddresses(team: number): { address: string; name?: string }[] {
  const params = { team: String(team) }
  const { data: members = [] } = useQuery(queryOf(queryKeys.members(team), listMembers, { params }))
  const [past] = useState(pastAddresses)
  const named = members.map(({ email, name }) => ({ address: email, name }))
  const others = past.filter((address) => members.every(({ email }) => email !== address))
  return [...others.map((address) => ({ address })), ...named]
}
