import { Menu as Base } from '@base-ui/react/menu'
import { Check, ChevronRight } from 'lucide-react'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from '../class-names.ts'
import { usePopupPlace } from './use-popup-place.ts'

export type MenuProps = {
  /** The button that opens the menu: an `IconButton`, a `Button` or any element taking props and ref. */
  trigger: ReactElement<ComponentProps<'button'>>
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** Makes the menu at least as wide as its trigger. */
  matchTrigger?: boolean
  disabled?: boolean
}

/** The whole menu, with its trigger. Loaded by menu.tsx, which says what each part is. */
export function Menu({
  trigger,
  children,
  align = 'end',
  side = 'bottom',
  matchTrigger = false,
  disabled = false,
  defaultOpen,
}: MenuProps & { defaultOpen: boolean }) {
  const { triggerRef, container, onKeyDown } = usePopupPlace()
  return (
    <Base.Root modal={false} disabled={disabled} defaultOpen={defaultOpen}>
      <Base.Trigger ref={triggerRef} render={trigger} />
      <Base.Portal container={container}>
        <Base.Positioner align={align} side={side} sideOffset={4} className="z-40 outline-none">
          <Base.Popup onKeyDown={onKeyDown} className={popupClasses(matchTrigger)}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const popupClasses = (matchTrigger = false) =>
  classNames(
    'popup max-h-(--available-height) max-w-80 origin-(--transform-origin) overflow-y-auto rounded-lg border border-line-strong bg-raised p-1 shadow-float outline-none',
    matchTrigger ? 'min-w-[max(11rem,var(--anchor-width))]' : 'min-w-44',
  )

const itemClasses = (danger = false) =>
  classNames(
    'flex h-8 items-center gap-2.5 rounded-sm px-2 text-md select-none outline-none pointer-coarse:h-10',
    'data-disabled:opacity-45',
    danger
      ? 'text-danger data-highlighted:bg-danger-soft'
      : 'text-ink data-highlighted:bg-raised-hover [&>svg]:text-ink-3',
  )

export type MenuItemProps = {
  children: ReactNode
  icon?: ReactNode
  /** Shown at the right end: a count, a key. */
  trailing?: ReactNode
  danger?: boolean
  disabled?: boolean
  /** Whether it is the selected one of several alternatives. */
  checked?: boolean
  onSelect: () => void
}

export function MenuItem({
  children,
  icon,
  trailing,
  danger,
  disabled,
  checked,
  onSelect,
}: MenuItemProps) {
  return (
    <Base.Item
      disabled={disabled}
      onClick={onSelect}
      aria-current={checked || undefined}
      className={itemClasses(danger)}
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {checked && <Check className="text-accent!" />}
      {trailing}
    </Base.Item>
  )
}

export type MenuLinkProps = {
  to: string
  children: ReactNode
  icon?: ReactNode
  trailing?: ReactNode
}

export function MenuLink({ to, children, icon, trailing }: MenuLinkProps) {
  return (
    <Base.LinkItem closeOnClick render={<Link to={to} />} className={itemClasses()}>
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {trailing}
    </Base.LinkItem>
  )
}

export type SubmenuProps = { label: string; icon?: ReactNode; children: ReactNode }

export function Submenu({ label, icon, children }: SubmenuProps) {
  const { triggerRef, container } = usePopupPlace()
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger
        ref={triggerRef}
        className={classNames(itemClasses(), 'data-popup-open:bg-raised-hover')}
      >
        {icon}
        <span className="min-w-0 flex-1 truncate">{label}</span>
        <ChevronRight />
      </Base.SubmenuTrigger>
      <Base.Portal container={container}>
        <Base.Positioner alignOffset={-5} sideOffset={2} className="z-40 outline-none">
          <Base.Popup className={popupClasses()}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  )
}

export type MenuGroupProps = { label: string; children: ReactNode }

export function MenuGroup({ label, children }: MenuGroupProps) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-1.5 pb-1 text-xs font-[550] text-ink-3">
        {label}
      </Base.GroupLabel>
      {children}
    </Base.Group>
  )
}

export function MenuSeparator() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-line" />
}
