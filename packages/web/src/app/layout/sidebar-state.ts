import { useState } from 'react'
import { readCookie, writeCookie } from '../../lib/cookies.ts'

/**
 * Whether the sidebar is expanded or collapsed to icons. The cookie decides, because the first paint
 * can read it. Local storage has a copy, which is used when the cookie has expired.
 */
const cookieName = 'sidebar:state'
const storageKey = 'sidebar'
const cookieSeconds = 604_800

function readSidebarExpanded(): boolean {
  return (readCookie(cookieName) ?? readStored()) !== 'false'
}

function writeSidebarExpanded(expanded: boolean): void {
  writeCookie(cookieName, String(expanded), cookieSeconds)
  try {
    localStorage.setItem(storageKey, String(expanded))
  } catch {
    // The cookie is enough.
  }
}

export function useSidebarExpanded(): [boolean, (expanded: boolean) => void] {
  const [expanded, setExpanded] = useState(readSidebarExpanded)
  return [
    expanded,
    (next) => {
      setExpanded(next)
      writeSidebarExpanded(next)
    },
  ]
}

function readStored(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}
