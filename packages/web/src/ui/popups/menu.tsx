import { cloneElement, createContext, use, useState } from 'react'
import { deferred, useDeferred } from '../../lib/deferred.ts'
import type * as Parts from './menu-parts.tsx'
import type {
  MenuGroupProps,
  MenuItemProps,
  MenuLinkProps,
  MenuProps,
  SubmenuProps,
} from './menu-parts.tsx'

/** The code that positions menus and handles their keys is nearly half as large as the rest of the inbox. */
export const menuParts = deferred(() => import('./menu-parts.tsx'))

const PartsContext = createContext<typeof Parts | null>(null)

/** Until that code is loaded, the trigger is a plain button. Its first press loads and opens the menu. */
export function Menu(props: MenuProps) {
  const [pressed, setPressed] = useState(false)
  const [focused, setFocused] = useState(false)
  const parts = useDeferred(menuParts, pressed)
  // The menu replaces the button, and the focus would be lost with it.
  if (parts !== null && (pressed || !focused)) {
    return (
      <PartsContext value={parts}>
        <parts.Menu {...props} defaultOpen={pressed} />
      </PartsContext>
    )
  }
  const press = () => setPressed(true)
  return cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    disabled: props.disabled ?? props.trigger.props.disabled,
    onFocus: () => setFocused(true),
    // Safari does not focus a pressed button, and a button that is replaced before the release gets no click.
    onPointerDown: () => setFocused(true),
    onBlur: () => setFocused(false),
    onClick: press,
    onKeyDown: ({ key }) => {
      if (key === 'ArrowDown' || key === 'ArrowUp') press()
    },
  })
}

export function MenuItem(props: MenuItemProps) {
  const parts = use(PartsContext)
  return parts && <parts.MenuItem {...props} />
}

export function MenuLink(props: MenuLinkProps) {
  const parts = use(PartsContext)
  return parts && <parts.MenuLink {...props} />
}

/** Items behind one item of a menu. */
export function Submenu(props: SubmenuProps) {
  const parts = use(PartsContext)
  return parts && <parts.Submenu {...props} />
}

/** Items that belong together, under a small heading. */
export function MenuGroup(props: MenuGroupProps) {
  const parts = use(PartsContext)
  return parts && <parts.MenuGroup {...props} />
}

export function MenuSeparator() {
  const parts = use(PartsContext)
  return parts && <parts.MenuSeparator />
}
