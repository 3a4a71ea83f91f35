import { FormField } from './form-field.tsx'
import { Select, type SelectProps } from './select.tsx'

type SelectFieldProps = SelectProps & { label: string; error?: string | undefined }

/** A choice with its label and its error. */
export function SelectField({ label, error, ...rest }: SelectFieldProps) {
  return (
    <FormField label={label} error={error}>
      {(control) => <Select {...rest} {...control} />}
    </FormField>
  )
}
