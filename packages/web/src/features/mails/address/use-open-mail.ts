import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

type OpenMail = {
  /** The mail that is open, or that was asked for last. */
  latest: () => number | null
  /** Asks for a mail. The navigation to it has to carry the result as its state. */
  ask: (mail: number | null) => AskState
}

/** Counts up: a navigation with a smaller number than the last one is outdated. */
type AskState = { asked: number }

/**
 * The open mail as quick fingers mean it. A route takes a moment to change, and can show a mail that
 * was already passed; the next key counts from the mail that was asked for last, until a link or the
 * history leads elsewhere.
 */
export function useOpenMail(opened: number | null): OpenMail {
  const location = useLocation()
  const type = useNavigationType()
  const latest = useRef(opened)
  const asks = useRef(0)
  useEffect(() => {
    const { state } = location
    const isOutdated =
      type !== NavigationType.Pop && isAskState(state) && state.asked < asks.current
    if (!isOutdated) latest.current = opened
  }, [location, type, opened])
  return {
    latest: () => latest.current,
    ask(mail) {
      latest.current = mail
      asks.current += 1
      return { asked: asks.current }
    },
  }
}

const isAskState = (state: unknown): state is AskState =>
  typeof state === 'object' && state !== null && 'asked' in state && typeof state.asked === 'number'
