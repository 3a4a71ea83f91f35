import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

type Aim = {
  /** Where the selection is going, or where it is. */
  current: () => number | null
  /** Gives what the navigation that leads there has to carry as its state. */
  set: (mail: number | null) => AimState
}

/** Counts up: a navigation with a smaller number than the last is on the way to somewhere else. */
type AimState = { aim: number }

/**
 * The selection as someone with quick fingers means it. A route takes a moment to change and can
 * show a mail that was already passed by; the next key counts from the last one that was asked for,
 * until a link or the history leads elsewhere.
 */
export function useAim(selected: number | null): Aim {
  const location = useLocation()
  const type = useNavigationType()
  const aim = useRef(selected)
  const last = useRef(0)
  useEffect(() => {
    const { state } = location
    const isOnTheWay = type !== NavigationType.Pop && isAimState(state) && state.aim < last.current
    if (!isOnTheWay) aim.current = selected
  }, [location, type, selected])
  return {
    current: () => aim.current,
    set(mail) {
      aim.current = mail
      last.current += 1
      return { aim: last.current }
    },
  }
}

const isAimState = (state: unknown): state is AimState =>
  typeof state === 'object' && state !== null && 'aim' in state && typeof state.aim === 'number'
