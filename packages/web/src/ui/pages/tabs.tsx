import { createContext, use, useId, type KeyboardEvent, type ReactNode } from 'react'
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

/** What the panels need to know; the ids tie each of them to its tab. */
const TabsContext = createContext<{ id: string; value: string } | null>(null)

const tabId = (id: string, value: string) => `${id}-tab-${value}`
const panelId = (id: string, value: string) => `${id}-panel-${value}`

/**
 * The Tab key stops once, at the selected tab. The arrow keys, Home and End select others. The tabs of Base UI would
 * bring half of that library into what the inbox loads first.
 */
export function Tabs<Value extends string>({
  label,
  value,
  onValueChange,
  options,
  variant = 'segmented',
  children,
  className,
}: TabsProps<Value>) {
  const id = useId()

  function onKeyDown(event: KeyboardEvent) {
    const last = options.length - 1
    const at = options.findIndex((option) => option.value === value)
    const targets: Partial<Record<string, number>> = {
      ArrowLeft: at > 0 ? at - 1 : last,
      ArrowRight: at < last ? at + 1 : 0,
      Home: 0,
      End: last,
    }
    const option = options[targets[event.key] ?? -1]
    if (option === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onValueChange(option.value)
    document.getElementById(tabId(id, option.value))?.focus()
  }

  return (
    <TabsContext value={{ id, value }}>
      <div className={classNames(children ? 'min-w-0' : 'contents', className)}>
        <div role="tablist" aria-label={label} className={lists[variant]}>
          {options.map((option) => {
            const selected = option.value === value
            return (
              <button
                key={option.value}
                type="button"
                role="tab"
                id={tabId(id, option.value)}
                aria-selected={selected}
                aria-controls={children && selected ? panelId(id, option.value) : undefined}
                tabIndex={selected ? 0 : -1}
                onClick={() => onValueChange(option.value)}
                onKeyDown={onKeyDown}
                className={tabs[variant]}
              >
                {option.label}
              </button>
            )
          })}
        </div>
        {children}
      </div>
    </TabsContext>
  )
}

/** Shown while its tab is selected. */
export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  const tabsContext = use(TabsContext)
  if (tabsContext === null || tabsContext.value !== value) return null
  const { id } = tabsContext
  return (
    <div
      role="tabpanel"
      id={panelId(id, value)}
      aria-labelledby={tabId(id, value)}
      className="min-w-0"
    >
      {children}
    </div>
  )
}
