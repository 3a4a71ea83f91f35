import { useState } from 'react'
import { readCookie, writeCookie } from '../../../lib/api/cookies.ts'
import { readStored, store } from '../../../lib/stored.ts'

/**
 * Whether the sidebar is expanded or collapsed to icons. The cookie decides, because the first paint
 * can read it. Local storage has a copy, which is used when the cookie has expired.
 */
const cookieName = 'sidebar:state'
const storageKey = 'sidebar'
const cookieSeconds = 604_800

export function useSidebarExpanded(): [boolean, (expanded: boolean) => void] {
  const [expanded, setExpanded] = useState(
    () => (readCookie(cookieName) ?? readStored(storageKey)) !== 'false',
  )
  return [
    expanded,
    (next) => {
      setExpanded(next)
      writeCookie(cookieName, String(next), cookieSeconds)
      store(storageKey, String(next))
    },
  ]
}
