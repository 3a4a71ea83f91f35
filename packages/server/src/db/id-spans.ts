/** Ids from the first to the second, both included: a few of them stand for many ids. */
export type Span = [from: number, to: number]

/** Ids this near to each other are looked at together sooner than one by one. */
const gap = 32

/** Spans that cover these ids, and others between them; the smallest ids first. */
export function spansOf(ids: readonly number[]): Span[] {
  return joinSpans(ids.map((id) => [id, id]))
}

/** The same and what lies between, in as few spans as that allows; the smallest ids first. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const [from, to] of spans.toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1)
    if (last && from - last[1] <= gap) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}

/** How many ids they cover. */
export function widthOf(spans: readonly Span[]): number {
  return spans.reduce((width, [from, to]) => width + to - from + 1, 0)
}
