import { useId, type ReactNode } from 'react'
import { Checkbox } from './checkbox.tsx'

type ConfirmOptionProps = {
  /** What stays as it is without the option. */
  children: ReactNode
  label: string
  /** What the option does. */
  hint: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Something that a confirmed action does as well, where that is wanted. */
export function ConfirmOption({ children, label, hint, checked, onChange }: ConfirmOptionProps) {
  const id = useId()
  return (
    <div>
      <div className="mb-2">{children}</div>
      <Checkbox
        label={label}
        aria-describedby={id}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <p id={id} className="mt-0.5 pl-6 text-sm text-ink-3">
        {hint}
      </p>
    </div>
  )
}
