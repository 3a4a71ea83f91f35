import { useEffect, useRef } from 'react'

type Aim = {
  /** Where the selection is going, or where it is. */
  current: () => number | null
  set: (mail: number | null) => void
}

/**
 * The selection as someone with quick fingers means it. A route takes a moment to change and can
 * show a mail that was already passed by; the next key counts from the last one that was asked for.
 */
export function useAim(selected: number | null): Aim {
  const aim = useRef(selected)
  const asked = useRef<(number | null)[]>([])
  useEffect(() => {
    const index = asked.current.indexOf(selected)
    if (index >= 0) asked.current.splice(0, index + 1)
    else {
      // A link or the history led here.
      aim.current = selected
      asked.current = []
    }
  }, [selected])
  return {
    current: () => aim.current,
    set(mail) {
      aim.current = mail
      asked.current.push(mail)
    },
  }
}
