import { stepText } from '@mailstop/contract'
import { Trash2 } from 'lucide-react'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import {
  conditionFields,
  fieldOf,
  keyOptions,
  pointOptions,
  stepActions,
  stepOf,
  type StepField,
  type StepValues,
} from './step-values.ts'

type StepFormProps = {
  /** Counts from 1. */
  place: number
  values: StepValues
  /** What is wrong, by the name of the field. */
  errors: ReadonlyMap<string, string>
  onChange: (values: StepValues) => void
  /** Null for the only step. */
  onRemove: (() => void) | null
}

const actionOptions = Object.entries(stepActions).map(([value, { label }]) => ({ value, label }))

/** One step of a scenario: when it acts, what it does, and for what alone. */
export function StepForm({ place, values, errors, onChange, onRemove }: StepFormProps) {
  const set = (name: keyof StepValues) => (value: string) => onChange({ ...values, [name]: value })
  const field = (name: StepField) => {
    const { label, isNumber, placeholder } = fieldOf(name)
    return (
      <TextField
        key={name}
        label={label}
        value={values[name]}
        error={errors.get(name)}
        autoComplete="off"
        inputMode={isNumber && 'numeric'}
        placeholder={placeholder}
        onChange={(event) => set(name)(event.currentTarget.value)}
      />
    )
  }
  const { action, from, to } = values
  const hasKey = from !== '' || to !== '' || action === 'greylist_s' || action === 'rate'
  return (
    <fieldset className="min-w-0 rounded-md border border-line px-3 pb-3">
      <legend className="px-1 text-sm font-[550] text-ink">Step {place}</legend>
      <div className="mb-2 flex items-start gap-2">
        <p className="min-w-0 flex-1 pt-1.5 text-sm [overflow-wrap:anywhere] text-ink-2">
          {stepText(stepOf(values))}.
        </p>
        {onRemove && (
          <IconButton label={`Remove step ${place}`} icon={<Trash2 />} onClick={onRemove} />
        )}
      </div>
      <div className="grid grid-cols-2 gap-x-3 gap-y-1 max-tablet:grid-cols-1">
        <SelectField
          label="When"
          value={values.at}
          options={pointOptions}
          error={errors.get('at')}
          onValueChange={set('at')}
        />
        <SelectField
          label="What happens"
          value={action}
          options={actionOptions}
          error={errors.get('accept') ?? errors.get('do')}
          onValueChange={set('action')}
        />
        {stepActions[action].fields?.map(field)}
      </div>
      <details open={conditionFields.some((name) => values[name] !== '' || errors.has(name))}>
        <summary className="cursor-pointer py-1 text-sm text-ink-2 hover:text-ink">
          Only for some messages
        </summary>
        <div className="mt-2 grid grid-cols-2 gap-x-3 gap-y-1 max-tablet:grid-cols-1">
          {conditionFields.map(field)}
        </div>
      </details>
      {hasKey && (
        <SelectField
          label="Attempts are counted"
          value={values.key}
          options={keyOptions}
          error={errors.get('key')}
          onValueChange={set('key')}
        />
      )}
    </fieldset>
  )
}
