import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isTypedEntry, paths } from '../../lib/paths/paths.ts'
import { searchPath } from './search-path.ts'

/** How long typing pauses before it is searched for. */
const pauseMs = 250

type Typed = {
  /** The entry of the history in which it was typed. */
  at: string
  text: string
  /** The last search that was asked for in it. */
  sent: string | null
}

/**
 * The text of the search field. With `isLive`, the inbox searches for it as it is typed. All searches of
 * one typing share an entry of the history, so that Back leads to the search before.
 */
export function useTypedSearch(isLive: boolean) {
  const navigate = useNavigate()
  const { pathname, search, key, state } = useLocation()
  const isInbox = pathname.startsWith(paths.inbox)
  const searched = isInbox ? (new URLSearchParams(search).get('q') ?? '') : ''
  const inbox = isInbox ? new URLSearchParams(search).get('inbox') : null
  const [typed, setTyped] = useState<Typed>({ at: key, text: searched, sent: null })
  /** Whether this typing has added an entry to the history. */
  const hasEntry = useRef(false)

  // A link, a pin or the history leads to another search: it replaces what was typed before.
  const isOwn = typed.at === key || (isTypedEntry(state) && typed.sent === searched)
  // Each entry of the history is left for good: on the way back, its own search stands in the field.
  if (typed.at !== key) {
    setTyped(isOwn ? { ...typed, at: key } : { at: key, text: searched, sent: null })
  }
  const text = isOwn ? typed.text : searched
  const query = text.trim()

  function go(asked: string, isTyped: boolean) {
    const replace = hasEntry.current && isTypedEntry(state)
    hasEntry.current = isTyped
    setTyped({ at: key, text: isTyped ? text : asked, sent: asked })
    void navigate(searchPath(pathname, search, asked), {
      replace,
      state: { ...(state as object | null), typed: isTyped },
    })
  }

  const isWaiting = isLive && isInbox && isOwn && query !== searched && query !== typed.sent
  const searchTyped = useEffectEvent((asked: string) => go(asked, true))
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => searchTyped(query), pauseMs)
    return () => clearTimeout(timer)
  }, [isWaiting, query])

  return {
    text,
    searched,
    /** The name of the inbox that is searched; null for all mail. */
    inbox,
    setText: (next: string) => setTyped({ at: key, text: next, sent: isOwn ? typed.sent : null }),
    /** Searches at once, and ends the typing. */
    submit: (asked: string) => go(asked.trim(), false),
    /** Another typing begins: it adds an entry of its own to the history. */
    begin() {
      hasEntry.current = false
    },
  }
}
