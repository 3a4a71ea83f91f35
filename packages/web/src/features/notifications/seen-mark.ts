import { useEffect } from 'react'
import { ownName } from '../../lib/paths/base-path.ts'

/** Held by every tab that is seen. Locks are shared by the tabs of a browser, and end with their tab. */
const lock = () => ownName('mailstop-seen')

/** Whether some tab of the product is seen: a notification would say what the user sees. */
export async function isSeen(): Promise<boolean> {
  if (document.visibilityState === 'visible') return true
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === lock())
}

/** Tells the other tabs while this one is seen. */
export function useSeenMark(): void {
  useEffect(() => {
    let release: (() => void) | null = null
    const mark = () => {
      release?.()
      release = null
      if (document.visibilityState !== 'visible') return
      const seen = Promise.withResolvers<void>()
      release = seen.resolve
      void navigator.locks.request(lock(), { mode: 'shared' }, () => seen.promise)
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => {
      document.removeEventListener('visibilitychange', mark)
      release?.()
    }
  }, [])
}
