import type { LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { classNames } from '../../../ui/class-names.ts'
import { Tooltip } from '../../../ui/popups/tooltip.tsx'

type SidebarLinkProps = {
  to: string
  icon: LucideIcon
  label: string
  active: boolean
  /** How many mails the link leads to; `counted` names their kind. Zero is not shown. */
  count?: number
  counted?: 'unread' | 'flagged'
  collapsed: boolean
  /** Tells it from others of the same icon where the sidebar is collapsed. */
  letter?: string
}

export function SidebarLink({
  to,
  icon: Icon,
  label,
  active,
  count = 0,
  counted = 'unread',
  collapsed,
  letter,
}: SidebarLinkProps) {
  const name = count > 0 ? `${label}, ${count.toLocaleString('en')} ${counted}` : label
  return (
    <Tooltip content={name} side="right" disabled={!collapsed}>
      <Link
        to={to}
        aria-current={active ? 'page' : undefined}
        aria-label={collapsed ? name : undefined}
        className={classNames(
          'relative flex h-[31px] min-w-0 shrink-0 items-center gap-[9px] rounded-md px-2 font-medium pointer-coarse:h-10',
          active ? 'bg-selected text-ink' : 'text-ink-2 hover:bg-hover',
        )}
      >
        {collapsed && letter ? (
          <span
            aria-hidden
            className="grid size-4 flex-none place-items-center rounded-sm border border-line-strong text-[10px] font-semibold uppercase"
          >
            {letter}
          </span>
        ) : (
          <Icon />
        )}
        {collapsed ? (
          count > 0 &&
          counted === 'unread' && (
            <span className="absolute top-1 right-1 size-[7px] rounded-full bg-unread ring-2 ring-bg" />
          )
        ) : (
          <>
            <span className="truncate" title={label}>
              {label}
            </span>
            {count > 0 && (
              <span
                className={classNames(
                  'num ml-auto text-xs',
                  active ? 'font-semibold text-accent' : 'text-ink-3',
                )}
              >
                {compactCount(count)}
                <span className="sr-only"> {counted}</span>
              </span>
            )}
          </>
        )}
      </Link>
    </Tooltip>
  )
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** A count that fits a badge: whole up to 9,999, then `12.3K`, `1.2M`. */
export function compactCount(count: number): string {
  return count < 10_000 ? count.toLocaleString('en') : compact.format(count)
}
