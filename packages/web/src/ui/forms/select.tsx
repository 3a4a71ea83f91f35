import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import { classNames } from '../class-names.ts'
import type { FieldControl } from './form-field.tsx'
import { usePopupPlace } from '../popups/use-popup-place.ts'

type SelectOption = { value: string; label: string; detail?: string }

export type SelectProps = Partial<FieldControl> & {
  /** Its name, unless a label has it as its control. */
  label?: string
  value: string | null
  onValueChange: (value: string) => void
  options: readonly SelectOption[]
  placeholder?: string
  size?: 'sm' | 'lg'
}

const sizes = {
  sm: 'h-7 pl-2.5 pr-2 text-sm',
  lg: 'h-9 w-full pl-2.5 pr-2 text-md',
}

/** One choice among a few. */
export function Select({
  label,
  value,
  onValueChange,
  options,
  placeholder,
  size = 'lg',
  ...control
}: SelectProps) {
  const { triggerRef, container, onKeyDown } = usePopupPlace()
  const items = options.map((option) => ({ value: option.value, label: option.label }))
  return (
    <Base.Root
      items={items}
      value={value}
      modal={false}
      onValueChange={(next) => next !== null && onValueChange(next)}
    >
      <Base.Trigger
        ref={triggerRef}
        {...control}
        aria-label={label}
        className={classNames(
          'flex min-w-0 items-center justify-between gap-2 rounded-md border border-line-strong bg-surface text-left text-ink select-none',
          'transition-colors hover:border-ink-3 aria-invalid:border-danger pointer-coarse:h-10',
          sizes[size],
        )}
      >
        <Base.Value placeholder={placeholder} className="truncate data-placeholder:text-ink-3" />
        <Base.Icon className="flex">
          <ChevronDown className="text-ink-3" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal container={container}>
        <Base.Positioner
          alignItemWithTrigger={false}
          align="start"
          sideOffset={4}
          className="z-50 outline-none"
        >
          <Base.Popup
            onKeyDown={onKeyDown}
            className="popup max-h-(--available-height) max-w-[min(26rem,calc(100vw-16px))] min-w-[max(9rem,var(--anchor-width))] overflow-y-auto rounded-lg border border-line-strong bg-raised p-1 shadow-float outline-none"
          >
            {options.map((option) => (
              <Base.Item
                key={option.value}
                value={option.value}
                label={option.label}
                className="flex min-h-8 items-center gap-2.5 rounded-sm px-2 py-1 text-md outline-none select-none data-highlighted:bg-raised-hover pointer-coarse:min-h-10"
              >
                <span className="grid min-w-0 flex-1">
                  <Base.ItemText className="truncate">{option.label}</Base.ItemText>
                  {option.detail && (
                    <span className="truncate text-xs text-ink-3">{option.detail}</span>
                  )}
                </span>
                <Base.ItemIndicator className="flex">
                  <Check className="text-accent" />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
