import { useMutation } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { ApiError, errorText } from '../../lib/api/api-error.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Dialog } from '../../ui/popups/dialog.tsx'
import { toast } from '../../ui/popups/toast.ts'
import { DryRun } from './dry-run.tsx'
import { Exceptions } from './exceptions.tsx'
import {
  demandOf,
  guardFields,
  guardRules,
  valuesOf,
  type GuardField,
  type GuardValues,
  type Rule,
} from './guard-fields.ts'
import type { ListedGuard } from './guard-row.tsx'
import { useGuardChanges } from './use-guards.ts'

type GuardDialogProps = { team: number; edited: ListedGuard; onClose: () => void }

const ruleOptions = Object.entries(guardRules).map(([value, { label }]) => ({ value, label }))

/** Asks what a guard demands, says what it would have marked, and switches it on. */
export function GuardDialog({ team, edited, onClose }: GuardDialogProps) {
  const { guard, isOwn, title } = edited
  const changes = useGuardChanges(team)
  const [name, setName] = useState(edited.name)
  const [rule, setRule] = useState<Rule>(edited.demand.rule)
  const [values, setValues] = useState(valuesOf(edited.demand))
  const [except, setExcept] = useState(guard?.except ?? '')
  const wanted = { demand: demandOf(rule, values), except: except.trim() || null }
  const saving = useMutation({
    mutationFn: async () => {
      if (guard) await changes.change(guard, { ...wanted, on: true })
      else await changes.add({ ...wanted, name, on: true })
    },
    onSuccess() {
      toast.success(guard?.on ? 'Guard changed' : `${name} is on`)
      onClose()
    },
  })
  const errors = fieldErrors(saving.error)
  const form = {
    onSubmit(event: SyntheticEvent) {
      event.preventDefault()
      saving.mutate()
    },
    isSubmitting: saving.isPending,
    problem: saving.isError && errors.size === 0 ? errorText(saving.error) : undefined,
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={guard && isOwn ? `Edit ${title}` : title}
      description="Messages that arrive from now on are marked where they break it."
    >
      <DialogForm form={form} action={guard?.on ? 'Save' : 'Switch on'} onCancel={onClose}>
        {isOwn && !guard && (
          <TextField
            label="Name"
            hint="Small letters, digits and dashes: guard:name finds what breaks it."
            autoComplete="off"
            value={name}
            error={errors.get('name')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        {isOwn && (
          <SelectField
            label="Demand"
            value={rule}
            options={ruleOptions}
            onValueChange={(next) => setRule(next as Rule)}
          />
        )}
        <DemandFields
          rule={rule}
          values={values}
          errors={errors}
          onChange={(field, value) => setValues({ ...values, [field]: value })}
        />
        <TextField
          label="Except what this search finds"
          hint="Optional, such as to:qa@acme.test"
          autoComplete="off"
          value={except}
          error={errors.get('except')}
          onChange={(event) => setExcept(event.currentTarget.value)}
        />
        {guard && <Exceptions team={team} guard={guard.id} />}
        {/* What was found belongs to these values alone. */}
        <DryRun key={JSON.stringify(wanted)} team={team} wanted={wanted} />
      </DialogForm>
    </Dialog>
  )
}

type DemandFieldsProps = {
  rule: Rule
  values: GuardValues
  errors: ReadonlyMap<string, string>
  onChange: (field: GuardField, value: string) => void
}

/** The fields of a rule. */
function DemandFields({ rule, values, errors, onChange }: DemandFieldsProps) {
  return guardRules[rule].fields.map((name) => {
    const field = guardFields[name]
    const value = values[name]
    if (field.kind === 'flag') {
      return (
        <Checkbox
          key={name}
          label={field.label}
          checked={value !== ''}
          onChange={() => onChange(name, value === '' ? 'yes' : '')}
        />
      )
    }
    const props = { label: field.label, value, error: errors.get(name) }
    if (field.kind === 'choice') {
      return (
        <SelectField
          key={name}
          {...props}
          options={field.options}
          onValueChange={(next) => onChange(name, next)}
        />
      )
    }
    return (
      <TextField
        key={name}
        {...props}
        autoComplete="off"
        inputMode={field.kind === 'number' ? 'numeric' : undefined}
        hint={field.kind === 'list' ? 'Separated by commas. Subdomains belong to them.' : undefined}
        onChange={(event) => onChange(name, event.currentTarget.value)}
      />
    )
  })
}

/** The texts of a refusal by field: `demand.domains.0` is about `domains`. */
function fieldErrors(error: unknown): ReadonlyMap<string, string> {
  const errors = Object.entries(error instanceof ApiError ? error.errors : {})
  return new Map(
    errors.map(([field, texts]) => [
      field.replace(/^demand\./, '').replace(/\..*$/, ''),
      texts.join(' '),
    ]),
  )
}
