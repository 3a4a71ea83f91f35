import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'

/** How long a message stands before the page moves on. */
const redirectDelayMs = 2_000

type Departure = {
  /** Goes along in the history. */
  state?: unknown
  /** Told just before. */
  onLeave?: () => void
}

/** Goes to `path` two seconds after there is one, in place of this page. */
export function useDelayedRedirect(path: string | undefined, departure: Departure = {}): void {
  const navigate = useNavigate()
  const go = useEffectEvent((to: string) => {
    departure.onLeave?.()
    void navigate(to, { replace: true, state: departure.state })
  })
  useEffect(() => {
    if (path === undefined) return undefined
    const timer = setTimeout(() => go(path), redirectDelayMs)
    return () => clearTimeout(timer)
  }, [path])
}
