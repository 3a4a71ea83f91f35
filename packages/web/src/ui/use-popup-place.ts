import { useState, type KeyboardEvent } from 'react'

/**
 * Where the popup of a button is in the page. It is in the landmark or dialog of its button, so
 * that people who go from landmark to landmark find it there, and Tab leaves it as from its button.
 */
export function usePopupPlace() {
  const [trigger, setTrigger] = useState<HTMLElement | null>(null)
  return {
    triggerRef: setTrigger,
    /** Null until the button is there. */
    container: trigger && (trigger.closest<HTMLElement>(places) ?? document.body),
    /** The browser then goes on from the button, and losing the focus closes what is open. */
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'Tab') trigger?.focus()
    },
  }
}

const places = '[role=dialog], [role=alertdialog], main, aside, header'
