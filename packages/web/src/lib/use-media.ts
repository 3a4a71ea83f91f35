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

/** 768 px and less: one pane at a time, the sidebar a slide-over. */
export const useIsNarrow = () => useMedia('(max-width: 768px)')

/** The window of a phone. */
export const useIsPhone = () => useMedia('(max-width: 480px)')

/** The main pointer is a finger. */
export const useIsTouch = () => useMedia('(pointer: coarse)')
