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
