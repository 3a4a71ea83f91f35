/**
 * The chance that a value of `left` is greater than one of `right`, ties counting half: the area under
 * the ROC curve, by the rank sum of Mann and Whitney.
 */
export function areaUnderCurve(left: number[], right: number[]): number {
  const all = [
    ...left.map((value) => ({ value, isLeft: true })),
    ...right.map((value) => ({ value, isLeft: false })),
  ].toSorted((a, b) => a.value - b.value)

  let rankSum = 0
  for (let start = 0; start < all.length;) {
    let end = start
    while (end < all.length && all[end]?.value === all[start]?.value) end += 1
    const rank = (start + 1 + end) / 2
    rankSum += rank * all.slice(start, end).filter(({ isLeft }) => isLeft).length
    start = end
  }
  const least = (left.length * (left.length + 1)) / 2
  return (rankSum - least) / (left.length * right.length)
}
