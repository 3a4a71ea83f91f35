import { useEffect, useEffectEvent } from 'react'
import { inPopup, isTyping, useShortcuts } from '../../../lib/keys/shortcuts.ts'

export type InboxActions = {
  step: (step: 1 | -1) => void
  open: () => void
  /** Moves the end of the selected range by a row. */
  extend: (step: 1 | -1) => void
  read: () => void
  flag: () => void
  /** Asks for tags of the selected mails, or of the current one. */
  tag: () => void
  trash: () => void
  undo: () => void
  reload: () => void
  /** Selects or deselects the open mail. */
  select: () => void
  selectAll: () => void
  /** Clears the selection, else closes the mail, else ends the search. */
  escape: () => void
}

/** Steps to mails that the list may not have loaded. */
export type FarSteps = { nextUnread: () => void; jumpToDate: () => void; oldest: () => void }

/** The keys of the inbox. */
export function useInboxShortcuts(actions: InboxActions & FarSteps): void {
  const { step, extend } = actions
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    'shift+j': () => extend(1),
    'shift+k': () => extend(-1),
    'shift+ArrowDown': () => extend(1),
    'shift+ArrowUp': () => extend(-1),
    u: actions.read,
    f: actions.flag,
    t: actions.tag,
    '#': actions.trash,
    Delete: actions.trash,
    z: actions.undo,
    r: actions.reload,
    x: actions.select,
    n: actions.nextUnread,
    'g t': actions.jumpToDate,
    'g e': actions.oldest,
    Escape: actions.escape,
  })

  // Not among the shortcuts above, because other elements use these keys: Enter is handled here only when
  // no element has the focus, and Ctrl-A selects the text of a field.
  const listen = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    if (event.key === 'Enter' && event.target === document.body) actions.open()
    if (event.key.toLowerCase() !== 'a' || !(event.metaKey || event.ctrlKey) || event.altKey) return
    if (isTyping(event.target) || inPopup(event.target)) return
    event.preventDefault()
    actions.selectAll()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => listen(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
