import { useState } from 'react'
import { readCookie, writeCookie } from '../../../lib/api/cookies.ts'
import { readStored, store } from '../../../lib/stored.ts'
import { useIsTight } from '../../../lib/use-media.ts'

/**
 * Whether the sidebar is expanded or collapsed to icons. The cookie decides, because the first paint
 * can read it. Local storage has a copy, which is used when the cookie has expired.
 *
 * In a window with little room it is collapsed, whatever is remembered. There it can be expanded until the
 * window changes.
 */
const cookieName = 'sidebar:state'
const storageKey = 'sidebar'
const cookieSeconds = 604_800

export function useSidebarExpanded(): [boolean, (expanded: boolean) => void] {
  const [expanded, setExpanded] = useState(
    () => (readCookie(cookieName) ?? readStored(storageKey)) !== 'false',
  )
  const isTight = useIsTight()
  const [expandedInTight, setExpandedInTight] = useState(false)
  if (!isTight && expandedInTight) setExpandedInTight(false)
  return [
    isTight ? expandedInTight : expanded,
    (next) => {
      if (isTight) {
        setExpandedInTight(next)
        return
      }
      setExpanded(next)
      writeCookie(cookieName, String(next), cookieSeconds)
      store(storageKey, String(next))
    },
  ]
}
