import { useEffect, useEffectEvent } from 'react'
import { useShortcuts } from '../../lib/shortcuts.ts'

type InboxShortcuts = {
  step: (step: 1 | -1) => void
  open: () => void
  read: () => void
  flag: () => void
  trash: () => void
  reload: () => void
}

/** The keys of the inbox. */
export function useInboxShortcuts({ step, open, read, flag, trash, reload }: InboxShortcuts): void {
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    u: read,
    f: flag,
    '#': trash,
    r: reload,
  })

  // Not a shortcut: Enter belongs to whatever has the focus, and is ours only when nothing has.
  const enter = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target === document.body) open()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => enter(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
