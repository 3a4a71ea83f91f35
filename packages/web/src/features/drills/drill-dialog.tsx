import { listScenarios, scenarioPresets } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { call } from '../../lib/api/api-client.ts'
import { queryKeys } from '../../lib/api/queries.ts'
import { useSchemaForm } from '../../lib/form.ts'
import { useInboxes } from '../../lib/inboxes/use-inboxes.ts'
import { paths } from '../../lib/paths/paths.ts'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Dialog } from '../../ui/popups/dialog.tsx'
import { useDrillChanges } from './use-drills.ts'

const minutes = (values: number[]) =>
  values.map((value) => ({
    value: String(value * 60),
    label: value === 1 ? '1 minute' : `${value} minutes`,
  }))

const schema = z.object({ header: z.string().trim().max(60) })

/** Asks what fails, where, and for how long. */
export function DrillDialog({ team, onClose }: { team: number; onClose: () => void }) {
  const navigate = useNavigate()
  const { data: inboxes = [] } = useInboxes(team)
  const { data: own } = useQuery({
    queryKey: queryKeys.scenarios(team),
    queryFn: ({ signal }) => call(listScenarios, { params: { team: String(team) }, signal }),
  })
  const { start } = useDrillChanges(team)
  const [scenario, setScenario] = useState('greylist')
  const [inbox, setInbox] = useState<string | null>(null)
  const [seconds, setSeconds] = useState('180')
  const [watch, setWatch] = useState('300')
  const form = useSchemaForm(schema, { header: '' }, async ({ header }) => {
    const { data } = await start({
      scenario,
      seconds: Number(seconds),
      watch_seconds: Number(watch),
      ...(inbox !== null && { inbox }),
      ...(header !== '' && { header }),
    })
    await navigate(`${paths.teamFailures}/drills/${data.id}`)
  })
  const open = inboxes.filter(({ archived_at }) => archived_at === null)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Start a drill"
      description="Let your app send as usual meanwhile. It takes the place of what is on in the inbox."
    >
      <DialogForm form={form} action="Start drill" onCancel={onClose}>
        <SelectField
          label="What fails"
          value={scenario}
          options={[
            ...(own?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
            ...scenarioPresets.map(({ name, title }) => ({ value: name, label: title })),
          ]}
          onValueChange={setScenario}
        />
        {open.length > 1 && (
          <SelectField
            label="Inbox"
            value={inbox ?? open[0]?.name ?? ''}
            options={open.map(({ name }) => ({ value: name, label: name }))}
            onValueChange={setInbox}
          />
        )}
        <SelectField
          label="It fails for"
          value={seconds}
          options={minutes([1, 3, 10, 30])}
          onValueChange={setSeconds}
        />
        <SelectField
          label="Then wait for retries"
          value={watch}
          options={minutes([1, 5, 15, 60])}
          onValueChange={setWatch}
        />
        <TextField
          label="Header field"
          hint="Optional: one by which your app names its messages, such as X-Job-Id."
          autoComplete="off"
          {...form.field('header')}
        />
      </DialogForm>
    </Dialog>
  )
}
