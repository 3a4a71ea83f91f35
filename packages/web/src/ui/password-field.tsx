import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { classNames } from './class-names.ts'
import { FormField } from './form-field.tsx'
import { IconButton } from './icon-button.tsx'
import { inputClasses, type TextFieldProps } from './text-field.tsx'

/** A password with a button that makes it readable. Its error takes the place of its hint. */
export function PasswordField({ label, error, hint, aside, className, ...rest }: TextFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <FormField label={label} error={error} hint={!error && hint} aside={aside}>
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
            label={shown ? `Hide ${label.toLowerCase()}` : `Show ${label.toLowerCase()}`}
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
