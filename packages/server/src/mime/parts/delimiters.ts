import { cr, isLineEnd, lf } from './header-block.ts'
import type { WalkBudget } from './walk-budget.ts'

/**
 * A boundary line of a multipart (RFC 2046 section 5.1.1). `start` excludes the line break before
 * it, which belongs to it; `closes` is set for the last one.
 */
export type Delimiter = { start: number; end: number; closes: boolean }

type Area = { source: Buffer; start: number; end: number; lineEnd: number }

/** RFC 2046 allows 70 bytes; some senders use ten times as many. */
const longestBoundary = 1_000
/** The native search for a longer needle may cost more than a pass over the mail, so the rest is compared. */
const longestNeedle = 240
/** The native search for a needle this short may stop at every byte of hostile text. */
const shortBoundary = 5
const dash = 0x2d
const shortestWithRemark = 10

/** Finds the delimiters of one multipart in order; null after the last, or when the budget is spent. */
export function findDelimiters(area: Area, boundary: string, budget: WalkBudget) {
  const { source, start } = area
  const line = Buffer.from(`--${boundary}`, 'utf8')
  const needle = line.subarray(0, longestNeedle)
  const rest = line.subarray(longestNeedle)
  const reach = boundary.length < shortBoundary ? budget.shortBoundaryBytes : area.end
  const end = Math.min(area.end, start + reach)
  const searched = source.subarray(0, end)
  let at = line.length > longestBoundary ? giveUp() : start

  function giveUp(): number {
    budget.spent = true
    return end
  }

  function next(): Delimiter | null {
    while (at < end) {
      if (budget.searchedBytes <= 0 || budget.candidates <= 0) at = giveUp()
      const found = searched.indexOf(needle, at)
      budget.searchedBytes -= (found === -1 ? end : found) - at
      if (found === -1) {
        at = end < area.end ? giveUp() : end
        return null
      }
      budget.candidates--
      const near = found + needle.length
      const isMeant = rest.length === 0 || rest.equals(source.subarray(near, near + rest.length))
      const delimiter = isMeant ? readDelimiter(area, found, near + rest.length) : null
      at = delimiter ? delimiter.end : found + needle.length
      if (delimiter) return delimiter
    }
    return null
  }

  return { next }
}

/** Null for a line that only begins like the delimiter. */
function readDelimiter(area: Area, found: number, needleEnd: number): Delimiter | null {
  const { source, lineEnd } = area
  if (found > area.start && !isLineEnd(source[found - 1])) return null
  let tail = needleEnd
  const closes = source[tail] === dash && source[tail + 1] === dash
  if (closes) tail += 2
  // Transports may add white space (RFC 2046 section 5.1.1).
  const named = tail
  while (tail < area.end && (source[tail] === 0x20 || source[tail] === 0x09)) tail++
  // Some senders write a remark behind it. Then a very short boundary does not count as one.
  const hasRemark = tail > named && named - found >= shortestWithRemark
  if (tail < area.end && !isLineEnd(source[tail]) && !hasRemark) return null
  const broken = source.indexOf(lineEnd, tail)
  const end = broken === -1 || broken >= area.end ? area.end : broken + 1
  let start = found
  if (start > area.start && source[start - 1] === lineEnd) start--
  if (lineEnd === lf && start > area.start && source[start - 1] === cr) start--
  return { start, end, closes }
}
