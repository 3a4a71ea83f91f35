import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { indexOfMail } from '../store/held-list.ts'

/** The part of a list that is drawn: rows `from` up to, not including, `to`. */
export type RowWindow = { from: number; to: number }

type View = { top: number; height: number; rowHeight: number; count: number; spare?: number }

/** Rows drawn beyond the view on each side, so that scrolling meets no gap. */
const mostSpare = 8

/** While the list flies past. The browser scrolls some pixels ahead of what is drawn. */
const leastSpare = 3

/** A list that moves by more than a view in this time flies past: nobody reads its rows. */
const flyingMs = 100

/** After this time without scrolling the list rests. */
const restMs = 100

/** As many rows are completed in each frame after the list has flown. */
const completedAtOnce = 3

/** Every row is equally high, so what is in view needs no measuring, however long the list is. */
export function rowWindow(view: View): RowWindow {
  const { top, height, rowHeight, count, spare = mostSpare } = view
  const first = Math.floor(Math.max(0, top) / rowHeight)
  const inView = rowsInView(height, rowHeight)
  const from = Math.max(0, Math.min(first, count - inView) - spare)
  return { from, to: Math.min(count, from + inView + 2 * spare) }
}

const rowsInView = (height: number, rowHeight: number) => Math.ceil(height / rowHeight) + 1

/** Where to scroll to, at the least, so that a row is in view as a whole. */
export function topShowing(row: number, { top, height, rowHeight }: Omit<View, 'count'>): number {
  const rowTop = row * rowHeight
  if (rowTop < top) return rowTop
  return Math.max(top, rowTop + rowHeight - height)
}

/** Until the browser has said how high the view is. */
const likelyHeight = 900

type Followed = { row: number; height: number; complete: number }

/**
 * Follows which rows of a scrolled list are in view. While the list flies past, only those are drawn, and the first `complete`
 * of the drawn ones with everything on them, at first none. When it rests, the others follow, a few in each frame.
 */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  rowHeight: number,
  count: number,
): RowWindow & {
  complete: number
  isFlying: boolean
  show: (row: number) => void
  ignoreMove: (by: number) => void
} {
  const [view, setView] = useState<Followed>({ row: 0, height: likelyHeight, complete: Infinity })
  const seen = useRef({ top: 0, at: -Infinity })

  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    let rest: ReturnType<typeof setTimeout> | undefined
    let frame = 0
    const look = (isFlying = false) => {
      const row = Math.floor(element.scrollTop / rowHeight)
      const height = element.clientHeight || likelyHeight
      setView((now) => {
        const complete = isFlying ? 0 : now.complete
        const isSame = now.row === row && now.height === height && now.complete === complete
        return isSame ? now : { row, height, complete }
      })
    }
    const completeMore = () => {
      let isDone = true
      flushSync(() =>
        setView((now) => {
          const complete = withMoreComplete(now, rowHeight)
          isDone = complete === Infinity
          return complete === now.complete ? now : { ...now, complete }
        }),
      )
      frame = isDone ? 0 : requestAnimationFrame(completeMore)
    }
    const onScroll = () => {
      const { scrollTop: top, clientHeight } = element
      const at = performance.now()
      const isFlying =
        Math.abs(top - seen.current.top) * flyingMs >
        (clientHeight || likelyHeight) * (at - seen.current.at)
      seen.current = { top, at }
      if (isFlying) {
        cancelAnimationFrame(frame)
        clearTimeout(rest)
        // The next frame says first whether the list has moved on while the browser was busy.
        rest = setTimeout(() => (frame = requestAnimationFrame(completeMore)), restMs)
      }
      // Drawn before the browser paints what it has scrolled to.
      flushSync(() => look(isFlying))
    }
    const observer = new ResizeObserver(() => look())
    observer.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
      cancelAnimationFrame(frame)
      clearTimeout(rest)
    }
  }, [scroller, rowHeight])

  /** The list was scrolled by so much because rows came or went above the view: to the user it stands still. */
  const ignoreMove = useCallback((by: number) => {
    seen.current.top += by
  }, [])

  const spare = spareOf(view, rowHeight)
  return {
    ...rowWindow({ top: view.row * rowHeight, height: view.height, rowHeight, count, spare }),
    complete: view.complete,
    ignoreMove,
    isFlying: view.complete === 0,
    show(row) {
      const element = scroller.current
      if (element === null) return
      const { scrollTop: top, clientHeight } = element
      const height = clientHeight || likelyHeight
      element.scrollTo({ top: topShowing(row, { top, height, rowHeight }) })
    },
  }
}

/** Once all rows are complete, those further beyond the view are added. */
const spareOf = ({ height, complete }: Followed, rowHeight: number) => {
  const spare = Math.floor((complete - rowsInView(height, rowHeight)) / 2)
  return Math.min(mostSpare, Math.max(leastSpare, spare))
}

function withMoreComplete(view: Followed, rowHeight: number): number {
  const complete = view.complete + completedAtOnce
  return spareOf({ ...view, complete }, rowHeight) === mostSpare ? Infinity : complete
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
