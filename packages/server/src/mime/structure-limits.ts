import { asBuffer } from './charsets.ts'
import { readRoot, walkParts } from './parts.ts'
import type { WalkLimits } from './walk-budget.ts'

/** For the threads that open mail; what catches mail is far stricter. */
export const structureLimits: WalkLimits = {
  parts: 2_000,
  depth: 100,
  headerBytes: 2 * 1024 * 1024,
  passes: 10,
  candidates: 100_000,
  shortBoundaryBytes: Number.POSITIVE_INFINITY,
}
const mostLines = 600_000

/**
 * Whether a mail can be opened in full within the memory of a thread. The parser keeps an object
 * for each part, header and line, so those are counted before it sees the mail; real mail stays
 * far below, as 25 MB of base64 are 345,000 lines.
 */
export function isTooComplex(bytes: Uint8Array): boolean {
  const mail = readRoot(asBuffer(bytes), structureLimits.headerBytes)
  const { source, lineEnd, root } = mail
  if (hasMoreLines(source, lineEnd, mostLines)) return true
  const headerGoesOn = root.bodyStart === root.end && source.length > structureLimits.headerBytes
  return headerGoesOn || walkParts(mail, structureLimits, () => {})
}

function hasMoreLines(source: Buffer, lineEnd: number, most: number): boolean {
  if (source.length <= most) return false
  let lines = 0
  for (let at = source.indexOf(lineEnd); at !== -1; at = source.indexOf(lineEnd, at + 1)) {
    if (++lines > most) return true
  }
  return false
}
