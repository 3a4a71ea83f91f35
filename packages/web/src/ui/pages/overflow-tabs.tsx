import { Ellipsis } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { fittingTabs } from './fitting-tabs.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import { Menu, MenuItem } from '../popups/menu.tsx'
import { Tabs } from './tabs.tsx'

type OverflowTabsProps<Value extends string> = {
  label: string
  value: Value
  onValueChange: (value: Value) => void
  options: readonly { value: Value; label: string }[]
}

/** Between two tabs, as in the underlined row. */
const gap = 18
/** A finger needs a larger button. */
const moreWidth = 40

/** A row of underlined tabs. Those that do not fit are in a menu at its end. */
export function OverflowTabs<Value extends string>(props: OverflowTabsProps<Value>) {
  const { label, value, onValueChange, options } = props
  const row = useRef<HTMLDivElement>(null)
  const [available, setAvailable] = useState(0)
  const [widths, setWidths] = useState<number[]>([])
  useLayoutEffect(() => {
    const element = row.current
    if (element === null) return
    const measure = () => {
      const [measured, ...tabs] = element.querySelectorAll<HTMLElement>('[data-measured]')
      if (measured === undefined) return
      setAvailable(element.clientWidth)
      setWidths(tabs.map((tab) => tab.getBoundingClientRect().width))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    // Other tabs change its width.
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [])

  const selected = options.findIndex((option) => option.value === value)
  const measuredWidths = widths.length === options.length ? widths : options.map(() => 0)
  const places = fittingTabs({ available, widths: measuredWidths, gap, moreWidth, selected })
  const shown = places.flatMap((place) => options[place] ?? [])
  const rest = options.filter((option) => !shown.includes(option))
  return (
    <div ref={row} className="relative flex min-w-0 flex-1 items-center gap-[18px]">
      <div
        aria-hidden
        data-measured=""
        className="invisible absolute flex h-0 overflow-hidden text-sm font-medium whitespace-nowrap"
      >
        {options.map((option) => (
          <span key={option.value} data-measured="" className="flex-none">
            {option.label}
          </span>
        ))}
      </div>
      <Tabs
        label={label}
        variant="underline"
        value={value}
        onValueChange={onValueChange}
        options={shown}
      />
      {rest.length > 0 && (
        <Menu trigger={<IconButton label="More views" icon={<Ellipsis />} />} align="start">
          {rest.map((option) => (
            <MenuItem key={option.value} onSelect={() => onValueChange(option.value)}>
              {option.label}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  )
}
