import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

type TabsProps<Value extends string> = {
  /** Names the row of tabs for assistive technology. */
  label: string
  value: Value
  onValueChange: (value: Value) => void
  options: readonly { value: Value; label: ReactNode }[]
  /**
   * `segmented` is for a few choices, `underline` for several views of one thing, `pills` for many
   * choices: in several rows, or in one row that scrolls on a phone.
   */
  variant?: 'segmented' | 'underline' | 'pills'
  /** The `TabPanel`s, if each tab has one. */
  children?: ReactNode
  className?: string
}

const lists = {
  segmented: 'inline-flex gap-0.5 rounded-md bg-hover p-0.5',
  underline: 'flex h-10 items-stretch gap-[18px]',
  pills:
    'flex gap-1 tablet:flex-wrap max-tablet:-mx-4 max-tablet:overflow-x-auto max-tablet:px-4 max-tablet:py-1 max-tablet:[scrollbar-width:none]',
}

const tabs = {
  segmented:
    'rounded-sm px-2.5 py-1 @max-[235px]:px-1.5 pointer-coarse:min-h-10 text-sm font-[550] whitespace-nowrap text-ink-2 select-none hover:text-ink aria-selected:bg-raised dark:aria-selected:bg-raised-hover aria-selected:text-ink aria-selected:shadow-control',
  underline:
    'text-sm font-medium whitespace-nowrap text-ink-3 select-none hover:text-ink aria-selected:text-ink aria-selected:shadow-[inset_0_-2px_var(--accent)]',
  pills:
    'flex-none rounded-md border border-line px-2.5 py-1 pointer-coarse:min-h-10 text-sm font-medium whitespace-nowrap text-ink-2 select-none hover:bg-hover hover:text-ink aria-selected:border-accent aria-selected:bg-accent-soft aria-selected:text-ink',
}

/** The Tab key stops once, at the selected tab. The arrow keys, Home and End select others. */
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
    <BaseTabs.Root
      value={value}
      onValueChange={(next: Value, { reason }) => {
        // Tabs that come and go, as while they are measured, choose nothing by themselves.
        if (reason === 'none') onValueChange(next)
      }}
      className={classNames(children ? 'min-w-0' : 'contents', className)}
    >
      <BaseTabs.List activateOnFocus aria-label={label} className={lists[variant]}>
        {options.map((option) => (
          <BaseTabs.Tab key={option.value} value={option.value} className={tabs[variant]}>
            {option.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {children}
    </BaseTabs.Root>
  )
}

/** Shown while its tab is selected. */
export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <BaseTabs.Panel value={value} tabIndex={-1} className="min-w-0">
      {children}
    </BaseTabs.Panel>
  )
}
