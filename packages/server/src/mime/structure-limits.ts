import { asBuffer } from './charsets.ts'
import { lineEndOf } from './header-block.ts'
import { readPart, walkParts } from './parts.ts'

export const structureLimits = {
  headerBytes: 2 * 1024 * 1024,
  parts: 2_000,
  candidates: 100_000,
  depth: 100,
  shortBoundaryBytes: Number.POSITIVE_INFINITY,
}
const mostLines = 600_000

/**
 * Whether a mail can be opened in full within the memory of a thread. The parser keeps an object
 * for each part, header and line, so those are counted before it sees the mail; real mail stays
 * far below, as 25 MB of base64 are 345,000 lines.
 */
export function isTooComplex(bytes: Uint8Array): boolean {
  const source = asBuffer(bytes)
  const lineEnd = lineEndOf(source)
  if (hasMoreLines(source, lineEnd, mostLines)) return true
  const root = readPart(source, 0, source.length, lineEnd, structureLimits.headerBytes)
  if (root.bodyStart === root.end && source.length > structureLimits.headerBytes) return true
  const budget = { ...structureLimits, searchedBytes: source.length * 10 }
  return walkParts(source, lineEnd, root, budget, () => {}).spent
}

function hasMoreLines(source: Buffer, lineEnd: number, most: number): boolean {
  if (source.length <= most) return false
  let lines = 0
  for (let at = source.indexOf(lineEnd); at !== -1; at = source.indexOf(lineEnd, at + 1)) {
    if (++lines > most) return true
  }
  return false
}
