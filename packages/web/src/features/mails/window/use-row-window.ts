import { useLayoutEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { indexOfMail } from '../store/held-list.ts'

/** The part of a list that is drawn: rows `from` up to, not including, `to`. */
export type RowWindow = { from: number; to: number }

type View = { top: number; height: number; rowHeight: number; count: number }

/** Rows drawn beyond the view on each side, so that scrolling meets no gap. */
const spare = 8

/** Every row is equally high, so what is in view needs no measuring, however long the list is. */
export function rowWindow({ top, height, rowHeight, count }: View): RowWindow {
  const first = Math.floor(Math.max(0, top) / rowHeight)
  const inView = Math.ceil(height / rowHeight) + 1
  const from = Math.max(0, Math.min(first, count - inView) - spare)
  return { from, to: Math.min(count, from + inView + 2 * spare) }
}

/** Where to scroll to, at the least, so that a row is in view as a whole. */
export function topShowing(row: number, { top, height, rowHeight }: Omit<View, 'count'>): number {
  const rowTop = row * rowHeight
  if (rowTop < top) return rowTop
  return Math.max(top, rowTop + rowHeight - height)
}

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

type Row = { id: number }

/**
 * By how many rows a list has to be scrolled so that what is at the top of the view stays there
 * when rows come and go above it. `top` is the index of the first row in view; newest first.
 */
export function anchorShift(before: readonly Row[], after: readonly Row[], top: number): number {
  for (let index = top; index < before.length; index += 1) {
    const id = before[index]?.id
    if (id === undefined) break
    const now = indexOfMail(after, id)
    if (after[now]?.id === id) return now - index
  }
  return 0
}
