import { useEffect, useRef } from 'react'
import { completedShortcut, keyNames, worksWhileTyping } from './shortcut-keys.ts'

/** What each shortcut does. shortcut-keys.ts describes their syntax. */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>

/** How long the first key of a sequence waits for the second. */
const sequenceMs = 1_000

/**
 * Handles shortcuts while mounted, except in a text field, while a menu or a dialog has the focus, and
 * where another element has already handled the key.
 */
export function useShortcuts(shortcuts: Shortcuts, enabled = true): void {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    if (!enabled) return undefined
    let previous: { names: string[]; at: number } = { names: [], at: 0 }

    function listen(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing || inPopup(event.target)) return
      const names = keyNames(event)
      const recent = event.timeStamp - previous.at < sequenceMs ? previous.names : []
      const shortcut = completedShortcut(Object.keys(latest.current), recent, names)
      previous = { names: shortcut === undefined ? names : [], at: event.timeStamp }
      if (shortcut === undefined) return
      if (isTyping(event.target) && !worksWhileTyping(shortcut)) return
      event.preventDefault()
      latest.current[shortcut]?.(event)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [enabled])
}

export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('textarea, select, input:not([type="checkbox"], [type="radio"])') !== null)
  )
}

export function inPopup(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null
  )
}
