import { limits } from '@mailstop/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { useSchemaForm } from '../../lib/form.ts'
import { useInboxes } from '../../lib/inboxes/use-inboxes.ts'
import { paths } from '../../lib/paths/paths.ts'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Dialog } from '../../ui/popups/dialog.tsx'
import { toast } from '../../ui/popups/toast.ts'
import { titleOf } from './running-text.ts'
import { useFailureChanges, useScenarios } from './use-failures.ts'

/** What is about to be started: a failure, or a drill, which has a report. `which` is an id or the name of a preset. */
export type Starting = { which: string; isDrill: boolean }

const minuteOptions = (values: number[]) =>
  values.map((minutes) => ({
    value: String(minutes * 60),
    label:
      minutes === 1
        ? '1 minute'
        : minutes < 60
          ? `${minutes} minutes`
          : minutes === 60
            ? '1 hour'
            : `${minutes / 60} hours`,
  }))
const times = minuteOptions([1, 3, 5, 15, 30, 60, 8 * 60, 24 * 60])
const drillTimes = times.filter(({ value }) => Number(value) <= limits.drillSeconds)

const schema = z.object({ seed: z.string().trim().max(100), header: z.string().trim().max(60) })

type StartDialogProps = { team: number; starting: Starting; onClose: () => void }

/** Asks what fails, in which inbox, and for how long. */
export function StartDialog({ team, starting: { which, isDrill }, onClose }: StartDialogProps) {
  const navigate = useNavigate()
  const { data: own } = useScenarios(team)
  const { data: inboxes = [] } = useInboxes(team)
  const changes = useFailureChanges(team)
  const [scenario, setScenario] = useState(which)
  const [inbox, setInbox] = useState<string | null>(null)
  const [seconds, setSeconds] = useState(isDrill ? '180' : '3600')
  const [watch, setWatch] = useState('300')
  const form = useSchemaForm(schema, { seed: '', header: '' }, async ({ seed, header }) => {
    const body = {
      seconds: Number(seconds),
      ...(inbox !== null && { inbox }),
      ...(seed !== '' && { seed }),
    }
    if (isDrill) {
      const named = { scenario, watch_seconds: Number(watch), ...(header !== '' && { header }) }
      const { data } = await changes.startDrill({ ...body, ...named })
      await navigate(`${paths.teamFailures}/drills/${data.id}`)
    } else {
      const { data } = await changes.start(scenario, body)
      toast.success(`${titleOf(data.name)} is on in ${data.inbox.name}`)
      onClose()
    }
  })
  const open = inboxes.filter(({ archived_at }) => archived_at === null)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={isDrill ? 'Start a drill' : 'Start a failure'}
      description={`${isDrill ? 'Let your app send as usual meanwhile.' : 'It ends by itself.'} It takes the place of what is on in the inbox.`}
    >
      <DialogForm form={form} action={isDrill ? 'Start drill' : 'Start'} onCancel={onClose}>
        <SelectField
          label="What fails"
          value={scenario}
          options={[
            ...(own?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
            ...(own?.meta.presets ?? []).map(({ name, title }) => ({ value: name, label: title })),
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
          options={isDrill ? drillTimes : times}
          onValueChange={setSeconds}
        />
        {isDrill && (
          <>
            <SelectField
              label="Then wait for retries"
              value={watch}
              options={drillTimes}
              onValueChange={setWatch}
            />
            <TextField
              label="Header field"
              hint="Optional: one by which your app names its messages, such as X-Job-Id."
              autoComplete="off"
              {...form.field('header')}
            />
          </>
        )}
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
