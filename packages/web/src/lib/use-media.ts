import { useSyncExternalStore } from 'react'

/** Whether a media query matches, now and as it changes. */
function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}

/** At 768 px or less, one pane shows at a time and the sidebar slides over it. */
export const useIsNarrow = () => useMedia('(max-width: 768px)')

/** Below 1200 px the sidebar would leave too little room for the list and a mail. */
export const useIsTight = () => useMedia('(max-width: 1199px)')

/** The window of a phone. */
export const useIsPhone = () => useMedia('(max-width: 480px)')

/** The main pointer is a finger. */
export const useIsTouch = () => useMedia('(pointer: coarse)')
