import { placeOf } from './held-list.ts'

type Row = { id: number }

/**
 * By how many rows a list has to be scrolled so that what is at the top of the view stays there
 * when rows come and go above it. `top` is the index of the first row in view; newest first.
 */
export function anchorShift(before: readonly Row[], after: readonly Row[], top: number): number {
  for (let index = top; index < before.length; index += 1) {
    const id = before[index]?.id
    if (id === undefined) break
    const now = placeOf(after, id)
    if (after[now]?.id === id) return now - index
  }
  return 0
}
