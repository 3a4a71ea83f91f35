import { forwardMail, forwardMailForm, listMembers } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useHasNoRelay } from '../../lib/api/system-mail.ts'
import { call } from '../../lib/api/api-client.ts'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { useSchemaForm } from '../../lib/form.ts'
import { queryKeys, queryOf } from '../../lib/api/queries.ts'
import { Dialog } from '../../ui/popups/dialog.tsx'
import { NoForwardingNotice } from '../../ui/pages/no-relay-notice.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/popups/toast.ts'
import { pastAddresses, rememberAddress } from './past-addresses.ts'

type ForwardDialogProps = {
  team: number
  /** Null while nothing is to be forwarded. */
  mail: number | null
  onClose: () => void
  onForwarded: (mail: number) => void
}

export function ForwardDialog({ team, mail, onClose, onForwarded }: ForwardDialogProps) {
  const hasNoRelay = useHasNoRelay()
  return (
    <Dialog
      open={mail !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Forward mail"
      {...(!hasNoRelay && {
        description: 'Enter the email address to which you want to forward this email to',
      })}
    >
      {hasNoRelay && <NoForwardingNotice />}
      {mail !== null && !hasNoRelay && (
        <ForwardForm team={team} mail={mail} onClose={onClose} onForwarded={onForwarded} />
      )}
    </Dialog>
  )
}

function ForwardForm({ team, mail, onClose, onForwarded }: ForwardDialogProps & { mail: number }) {
  const form = useSchemaForm(forwardMailForm, { email: '' }, async (body) => {
    const params = { team: String(team), mail: String(mail) }
    const { message } = await call(forwardMail, { params, body })
    toast.success(message)
    rememberAddress(body.email)
    onClose()
    onForwarded(mail)
  })
  const suggestions = useId()
  const addresses = useSuggestedAddresses(team)
  return (
    <DialogForm form={form} action="Forward" onCancel={onClose}>
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        list={suggestions}
        {...form.field('email')}
      />
      <datalist id={suggestions}>
        {addresses.map(({ address, name }) => (
          <option key={address} value={address}>
            {name}
          </option>
        ))}
      </datalist>
    </DialogForm>
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
