import { limitTeam, type OperatorTeam } from '@mailstop/contract'
import { z } from 'zod'
import { call } from '../../lib/api/api-client.ts'
import { fileSize } from '../../lib/file-size.ts'
import { useSchemaForm } from '../../lib/form.ts'
import { Dialog } from '../../ui/popups/dialog.tsx'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useAct } from './use-operator.ts'

const megabyte = 1_000_000

/** Empty: the limit of the server; 0: none. */
const limitText = z
  .string()
  .trim()
  .regex(/^(?:\d{1,9})?$/, { error: 'Enter a whole number, or nothing' })
const limitsForm = z.object({ max_mails: limitText, max_bytes: limitText })

const numberOf = (text: string, unit = 1) => (text === '' ? null : Number(text) * unit)
const textOf = (limit: number | null, unit = 1) =>
  limit === null ? '' : String(Math.ceil(limit / unit))

type LimitsDialogProps = { team: OperatorTeam; onClose: () => void }

/** How much a team may hold, where that differs from the limits of the server. */
export function LimitsDialog({ team, onClose }: LimitsDialogProps) {
  const save = useAct(
    (body: { max_mails: number | null; max_bytes: number | null }) =>
      call(limitTeam, { params: { team: String(team.id) }, body }),
    onClose,
  )
  const current = {
    max_mails: textOf(team.max_mails),
    max_bytes: textOf(team.max_bytes, megabyte),
  }
  const form = useSchemaForm(limitsForm, current, async ({ max_mails, max_bytes }) => {
    await save.mutateAsync({
      max_mails: numberOf(max_mails),
      max_bytes: numberOf(max_bytes, megabyte),
    })
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => open || form.isSubmitting || onClose()}
      title={`Limits of ${team.name}`}
      description="When the team holds this much, its new mail is refused until its members delete some. Leave a field empty for the limit of the server; 0 means no limit."
    >
      <DialogForm form={form} action="Save limits" onCancel={onClose}>
        <TextField
          label="Messages"
          inputMode="numeric"
          autoComplete="off"
          placeholder="The limit of the server"
          hint={`The team holds ${team.messages.toLocaleString('en')} now.`}
          {...form.field('max_mails')}
        />
        <TextField
          label="Megabytes"
          inputMode="numeric"
          autoComplete="off"
          placeholder="The limit of the server"
          hint={`The team holds ${fileSize(team.bytes)} now.`}
          {...form.field('max_bytes')}
        />
      </DialogForm>
    </Dialog>
  )
}
