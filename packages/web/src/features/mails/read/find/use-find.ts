import { useEffect, useRef, useState } from 'react'
import { useShortcuts } from '../../../../lib/keys/shortcuts.ts'

/** The mail is searched after this pause in typing: each search renders the HTML again. */
const settleMs = 120

/** The text to find in the open mail, and the current match. */
export function useFind() {
  const [typed, setTyped] = useState<string | null>(null)
  const [needle, setNeedle] = useState('')
  const [place, setPlace] = useState(0)
  const [asked, setAsked] = useState(0)

  useEffect(() => {
    const timer = setTimeout(() => setNeedle(typed?.trim() ?? ''), settleMs)
    return () => clearTimeout(timer)
  }, [typed])

  // The element that had the focus, which gets it back.
  const cameFrom = useRef<Element | null>(null)
  function open() {
    if (typed === null) cameFrom.current = document.activeElement
    setTyped((now) => now ?? '')
    setAsked((times) => times + 1)
  }
  function close() {
    setTyped(null)
    const { current } = cameFrom
    if (current instanceof HTMLElement) current.focus({ preventScroll: true })
  }
  useShortcuts({ 'mod+f': open })

  return {
    isOpen: typed !== null,
    typed: typed ?? '',
    needle: typed === null ? '' : needle,
    /** How often the search was opened: opening it again focuses the field. */
    asked,
    /** The index of the current match, which can be beyond the last one. */
    place,
    open,
    close,
    type(text: string) {
      setTyped(text)
      setPlace(0)
    },
    step(by: 1 | -1, matches: number) {
      if (matches > 0) setPlace((now) => (Math.min(now, matches - 1) + by + matches) % matches)
    },
  }
}

export type Find = ReturnType<typeof useFind>
