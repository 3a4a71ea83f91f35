import { Ellipsis } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { Menu, MenuItem } from '../popups/menu.tsx'
import { Tabs } from './tabs.tsx'

type OverflowTabsProps<Value extends string> = {
  label: string
  value: Value
  onValueChange: (value: Value) => void
  options: readonly { value: Value; label: ReactNode }[]
}

/** Separates two tabs, as in the underlined row. */
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

type TabRow = {
  /** 0 until it is measured. */
  available: number
  widths: readonly number[]
  gap: number
  /** The width of the button that opens the menu with the other tabs. */
  moreWidth: number
  selected: number
}

/** Which tabs of a row fit into its width, the selected one always among them. In pixels. */
export function fittingTabs({ available, widths, gap, moreWidth, selected }: TabRow): number[] {
  const all = widths.map((_, index) => index)
  const widthOf = (indexes: number[]) =>
    indexes.reduce((sum, index) => sum + (widths[index] ?? 0) + gap, -gap)
  if (available === 0 || widthOf(all) <= available) return all
  for (let count = all.length - 1; count > 1; count -= 1) {
    const first = all.slice(0, count)
    const shown = selected < count ? first : [...first.slice(0, -1), selected]
    if (widthOf(shown) + gap + moreWidth <= available) return shown
  }
  return [selected]
}
