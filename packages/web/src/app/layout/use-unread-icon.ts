import { useEffect } from 'react'

// Where the build is given out, which is not where its pages are.
const icon = (name: string) => `${import.meta.env.BASE_URL}${name}.svg`

/** Marks the icon of the tab while there is unread mail. */
export function useUnreadIcon(unread: boolean): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (link === null) return undefined
    link.href = icon(unread ? 'favicon-unread' : 'favicon')
    return () => {
      link.href = icon('favicon')
    }
  }, [unread])
}
