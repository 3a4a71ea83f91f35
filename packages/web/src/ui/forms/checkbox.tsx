import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & { label: ReactNode }

export function Checkbox({ label, ...rest }: CheckboxProps) {
  return (
    <label className="inline-flex items-center gap-2 text-sm text-ink-2 select-none pointer-coarse:min-h-10">
      <span className="relative inline-grid size-4 flex-none place-items-center">
        <input
          {...rest}
          type="checkbox"
          className="peer size-4 appearance-none rounded-[4px] border border-line-strong bg-surface transition-colors checked:border-accent checked:bg-accent hover:not-disabled:border-ink-3 checked:hover:border-accent"
        />
        <Check
          strokeWidth={3}
          className="pointer-events-none absolute !size-3 text-accent-text opacity-0 peer-checked:opacity-100"
        />
      </span>
      {label}
    </label>
  )
}
