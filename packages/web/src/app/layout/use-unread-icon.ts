import { useEffect } from 'react'

/** Marks the icon of the tab while there is unread mail. */
export function useUnreadIcon(unread: boolean): void {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (icon === null) return undefined
    icon.href = unread ? '/favicon-unread.svg' : '/favicon.svg'
    return () => {
      icon.href = '/favicon.svg'
    }
  }, [unread])
}
