import { useEffect, useRef, useState } from 'react'
import { useShortcuts } from '../../../lib/shortcuts.ts'

/** How long typing has to pause before the mail is searched: each search lays the HTML out again. */
const settleMs = 120

/** What is looked for in the open mail, and at which of its places the reader is. */
export function useFind() {
  const [typed, setTyped] = useState<string | null>(null)
  const [needle, setNeedle] = useState('')
  const [place, setPlace] = useState(0)
  const [asked, setAsked] = useState(0)

  useEffect(() => {
    const timer = setTimeout(() => setNeedle(typed?.trim() ?? ''), settleMs)
    return () => clearTimeout(timer)
  }, [typed])

  // Where the reader was, who goes on there afterwards.
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
    /** How often it was asked for: asking again goes back to the field. */
    asked,
    /** The match that the reader is at, if there are so many. */
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
