import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import {
  guardFields,
  guardRules,
  type GuardField,
  type GuardValues,
  type Rule,
} from './guard-fields.ts'

type DemandFieldsProps = {
  rule: Rule
  values: GuardValues
  errors: ReadonlyMap<string, string>
  onChange: (field: GuardField, value: string) => void
}

/** The fields of a rule. */
export function DemandFields({ rule, values, errors, onChange }: DemandFieldsProps) {
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
