import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '../class-names.ts'
import { FormField } from './form-field.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { inputClasses, type TextFieldProps } from './text-field.tsx'

type PasswordFieldProps = TextFieldProps & {
  /** What its button shows and hides. */
  called?: string
}

/** A password with a button that makes it readable. */
export function PasswordField({
  label,
  called = label.toLowerCase(),
  error,
  hint,
  aside,
  className,
  ...rest
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <FormField label={label} error={error} hint={hint} aside={aside}>
      {(control) => (
        <div className="relative">
          <input
            {...rest}
            {...control}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={classNames(inputClasses, 'pr-10', className)}
          />
          <IconButton
            label={shown ? `Hide ${called}` : `Show ${called}`}
            icon={shown ? <EyeOff /> : <Eye />}
            side="left"
            onClick={() => setShown(!shown)}
            className="absolute top-[3px] right-[3px] pointer-coarse:top-0 pointer-coarse:right-0"
          />
        </div>
      )}
    </FormField>
  )
}
