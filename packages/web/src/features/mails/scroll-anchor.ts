/**
 * By how many rows the list has to be scrolled so that what is at the top of the view stays there
 * when rows come and go above it. `top` is the index of the first row in view.
 */
export function anchorShift(
  before: readonly number[],
  after: readonly number[],
  top: number,
): number {
  const indexes = new Map(after.map((id, index) => [id, index]))
  for (let index = top; index < before.length; index += 1) {
    const id = before[index]
    const now = id === undefined ? undefined : indexes.get(id)
    if (now !== undefined) return now - index
  }
  return 0
}
