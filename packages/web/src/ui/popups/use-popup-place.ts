import { useState, type KeyboardEvent } from 'react'

/**
 * The element of the page that contains the popup of a button. It is the landmark or dialog of the
 * button, so that users who navigate by landmarks find the popup, and Tab leaves it as it leaves the
 * button.
 */
export function usePopupPlace() {
  const [trigger, setTrigger] = useState<HTMLElement | null>(null)
  return {
    triggerRef: setTrigger,
    /** Null until the button is mounted. */
    container: trigger && (trigger.closest<HTMLElement>(places) ?? document.body),
    /** Tab then continues after the button, and the popup closes when it loses the focus. */
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'Tab') trigger?.focus()
    },
  }
}

const places = '[role=dialog], [role=alertdialog], main, aside, header'
