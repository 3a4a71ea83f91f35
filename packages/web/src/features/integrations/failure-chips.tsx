import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup } from '@base-ui/react/toggle-group'
import { failureFilters } from './failure-kinds.ts'

type FailureChipsProps = { value: string; onValueChange: (label: string) => void }

/** Chooses what the list of failed sessions shows. One of them is always on. */
export function FailureChips({ value, onValueChange }: FailureChipsProps) {
  return (
    <ToggleGroup
      aria-label="Show"
      value={[value]}
      onValueChange={([next]) => next !== undefined && onValueChange(next)}
      className="flex flex-wrap gap-1.5"
    >
      {failureFilters.map(({ label }) => (
        <Toggle
          key={label}
          value={label}
          className="h-7 rounded-full border border-line-strong px-2.5 text-sm font-[550] text-ink-2 select-none hover:bg-hover data-pressed:border-transparent data-pressed:bg-accent-soft data-pressed:text-accent pointer-coarse:h-10 pointer-coarse:px-3.5"
        >
          {label}
        </Toggle>
      ))}
    </ToggleGroup>
  )
}
