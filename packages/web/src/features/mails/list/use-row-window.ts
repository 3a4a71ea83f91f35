import { useLayoutEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { rowWindow, topShowing, type RowWindow } from './row-window.ts'

/** Until the browser has said how high the view is. */
const likelyHeight = 900

/** Follows which rows of a scrolled list are in view. */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  rowHeight: number,
  count: number,
): RowWindow & { show: (row: number) => void } {
  const [view, setView] = useState({ row: 0, height: likelyHeight })

  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const look = () => {
      const row = Math.floor(element.scrollTop / rowHeight)
      const height = element.clientHeight || likelyHeight
      setView((now) => (now.row === row && now.height === height ? now : { row, height }))
    }
    // Drawn before the browser paints what it has scrolled to.
    const onScroll = () => flushSync(look)
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [scroller, rowHeight])

  return {
    ...rowWindow({ top: view.row * rowHeight, height: view.height, rowHeight, count }),
    show(row) {
      const element = scroller.current
      if (element === null) return
      const { scrollTop: top, clientHeight } = element
      const height = clientHeight || likelyHeight
      element.scrollTo({ top: topShowing(row, { top, height, rowHeight }) })
    },
  }
}
