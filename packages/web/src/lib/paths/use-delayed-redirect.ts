import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'

/** How long a message is shown before the redirect. */
const redirectDelayMs = 2_000

type Departure = {
  /** The state of the new entry in the history. */
  state?: unknown
  /** Called just before. */
  onLeave?: () => void
}

/** Replaces this page with `path`, two seconds after `path` is set. */
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
