import type { EndpointInput, startScenario } from '@mailstop/contract'
import { useState } from 'react'
import { z } from 'zod'
import { useSchemaForm } from '../../lib/form.ts'
import { useInboxes } from '../../lib/inboxes/use-inboxes.ts'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Dialog } from '../../ui/popups/dialog.tsx'
import { toast } from '../../ui/popups/toast.ts'
import { useScenarioChanges, type Startable } from './use-scenarios.ts'

type StartDialogProps = { team: number; started: Startable; onClose: () => void }

const minute = 60
const times = [
  { value: String(3 * minute), label: '3 minutes' },
  { value: String(15 * minute), label: '15 minutes' },
  { value: String(60 * minute), label: '1 hour' },
  { value: String(8 * 60 * minute), label: '8 hours' },
  { value: String(24 * 60 * minute), label: '24 hours' },
]

const schema = z.object({ seed: z.string().trim().max(100) })

/** Asks in which inbox a scenario is on, and for how long. */
export function StartDialog({ team, started, onClose }: StartDialogProps) {
  const { data: inboxes = [] } = useInboxes(team)
  const { start } = useScenarioChanges(team)
  const [inbox, setInbox] = useState<string | null>(null)
  const [seconds, setSeconds] = useState(String(60 * minute))
  const form = useSchemaForm(schema, { seed: '' }, async ({ seed }) => {
    const body: EndpointInput<typeof startScenario>['body'] = {
      seconds: Number(seconds),
      ...(inbox !== null && { inbox }),
      ...(seed !== '' && { seed }),
    }
    const { data } = await start(started.which, body)
    toast.success(`${started.title} is on in ${data.inbox.name}`)
    onClose()
  })
  const open = inboxes.filter(({ archived_at }) => archived_at === null)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Start: ${started.title}`}
      description="It ends by itself. It takes the place of what is on in the inbox."
    >
      <DialogForm form={form} action="Start" onCancel={onClose}>
        {open.length > 1 && (
          <SelectField
            label="Inbox"
            value={inbox ?? open[0]?.name ?? ''}
            options={open.map(({ name }) => ({ value: name, label: name }))}
            onValueChange={setInbox}
          />
        )}
        <SelectField label="For" value={seconds} options={times} onValueChange={setSeconds} />
        <TextField
          label="Seed"
          hint="Optional. The same seed fails the same messages."
          autoComplete="off"
          {...form.field('seed')}
        />
      </DialogForm>
    </Dialog>
  )
}
