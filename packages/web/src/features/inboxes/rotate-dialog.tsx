import { graceHours, type Inbox } from '@mailstop/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { ConfirmDialog } from '../../ui/popups/confirm-dialog.tsx'
import { toast } from '../../ui/popups/toast.ts'
import { useInboxChanges } from './use-inbox-changes.ts'

type Grace = (typeof graceHours)[number]

const graceTexts: Record<Grace, string> = { 0: 'Now', 1: 'In an hour', 24: 'In 24 hours' }
const graces = graceHours.map((hours) => ({ value: String(hours), label: graceTexts[hours] }))

type RotateDialogProps = {
  team: number
  inbox: Inbox
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Gives an inbox a new password. Apps that are changed one after the other need the old one for a while. */
export function RotateDialog({ team, inbox, open, onOpenChange }: RotateDialogProps) {
  const [hours, setHours] = useState<Grace>(0)
  const { rotate } = useInboxChanges(team)
  const rotation = useMutation({
    mutationFn: () => rotate(inbox, hours),
    onSuccess() {
      close()
      toast.success(`${inbox.name} has a new password`)
    },
  })
  /** It stays mounted when it is closed, and is opened as if for the first time. */
  function close() {
    setHours(0)
    onOpenChange(false)
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(next) : close())}
      title={`New password for ${inbox.name}?`}
      action="New password"
      asked={rotation}
      onConfirm={() => rotation.mutate()}
      option={
        <SelectField
          label="The old password ends"
          value={String(hours)}
          options={graces}
          onValueChange={(value) => setHours(graceHours.find((one) => String(one) === value) ?? 0)}
        />
      }
    >
      Its username stays. When the old password ends, apps that use it can no longer send, and their
      open connections end.
    </ConfirmDialog>
  )
}
