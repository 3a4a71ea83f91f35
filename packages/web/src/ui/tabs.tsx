import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type TabsProps<Value extends string> = {
  /** Names the row of tabs for assistive technology. */
  label: string
  value: Value
  onValueChange: (value: Value) => void
  options: readonly { value: Value; label: ReactNode; disabled?: boolean }[]
  /** `segmented` chooses among a few; `underline` switches the views of one thing. */
  variant?: 'segmented' | 'underline'
  /** The `TabPanel`s, when the tabs show parts of their own. */
  children?: ReactNode
  className?: string
}

const lists = {
  segmented: 'inline-flex gap-0.5 rounded-md bg-hover p-0.5',
  underline: 'flex h-10 items-stretch gap-[18px]',
}

const tabs = {
  segmented:
    'rounded-sm px-2.5 py-1 pointer-coarse:min-h-9 text-sm font-[550] text-ink-2 select-none hover:text-ink data-active:bg-raised dark:data-active:bg-raised-hover data-active:text-ink data-active:shadow-control',
  underline:
    'text-sm font-medium whitespace-nowrap text-ink-3 select-none hover:text-ink data-active:text-ink data-active:shadow-[inset_0_-2px_var(--accent)]',
}

export function Tabs<Value extends string>({
  label,
  value,
  onValueChange,
  options,
  variant = 'segmented',
  children,
  className,
}: TabsProps<Value>) {
  return (
    <Base.Root
      value={value}
      onValueChange={(next: Value) => onValueChange(next)}
      className={classNames(children ? 'min-w-0' : 'contents', className)}
    >
      <Base.List aria-label={label} activateOnFocus className={lists[variant]}>
        {options.map((option) => (
          <Base.Tab
            key={option.value}
            value={option.value}
            disabled={option.disabled}
            className={tabs[variant]}
          >
            {option.label}
          </Base.Tab>
        ))}
      </Base.List>
      {children}
    </Base.Root>
  )
}

export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Base.Panel value={value} className="min-w-0">
      {children}
    </Base.Panel>
  )
}
