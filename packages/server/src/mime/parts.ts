import { cr, type Field, fieldValue, lf, readHeaderBlock } from './header-block.ts'
import { parseStructured, type Structured } from './parameters.ts'
import { transferEncodingOf } from './transfer-encodings.ts'

/**
 * Walks the parts of a mail without copying or decoding any of them. The work is bounded by a
 * budget, not by the mail: when the budget is spent the walk ends and says so.
 */
export type Part = {
  type: string
  parameters: Structured['parameters']
  disposition: Structured | null
  fields: Field[]
  bodyStart: number
  end: number
}

export type Budget = {
  /** Parts still to be looked at. */
  parts: number
  /** Bytes of headers still to be read. */
  headerBytes: number
  /** Bytes still to be searched for boundaries. */
  searchedBytes: number
  /** Lines still to be compared that look like a boundary and need not be one. */
  candidates: number
  depth: number
  /**
   * How far a boundary of less than five bytes is looked for: the native search for a needle that
   * short may stop at every byte of hostile text.
   */
  shortBoundaryBytes: number
}

export type Walk = { spent: boolean }

/** Calls `visit` for each part that is no multipart, in order. */
export function walkParts(
  source: Buffer,
  lineEnd: number,
  root: Part,
  budget: Budget,
  visit: (part: Part) => void,
): Walk {
  const walk: Walk = { spent: false }
  walkPart({ source, lineEnd, budget, visit, walk }, root, 0)
  return walk
}

type Scope = {
  source: Buffer
  lineEnd: number
  budget: Budget
  visit: (part: Part) => void
  walk: Walk
}

/** RFC 2046 allows 70 bytes. Searching for a longer one could cost more than a pass over the mail. */
const longestBoundary = 240
const shortBoundary = 5

function walkPart(scope: Scope, part: Part, depth: number): void {
  const boundary = part.type.startsWith('multipart/') ? part.parameters.get('boundary') : undefined
  if (boundary === undefined || boundary === '') {
    scope.visit(part)
    return
  }
  if (depth >= scope.budget.depth || boundary.length > longestBoundary) {
    scope.walk.spent = true
    return
  }
  const inDigest = part.type === 'multipart/digest'
  const delimiters = findDelimiters(scope, boundary, part)
  let start = delimiters.next()
  while (start !== null && !start.closes) {
    const next = delimiters.next()
    const child = openPart(scope, start.end, next?.start ?? part.end, inDigest)
    if (child === null) return
    walkPart(scope, child, depth + 1)
    start = next
  }
}

function openPart(scope: Scope, start: number, end: number, inDigest: boolean): Part | null {
  const { budget } = scope
  if (budget.parts <= 0 || budget.headerBytes <= 0) {
    scope.walk.spent = true
    return null
  }
  const part = readPart(scope.source, start, end, scope.lineEnd, budget.headerBytes, inDigest)
  budget.parts--
  budget.headerBytes -= part.bodyStart - start
  return part
}

/** Reads a part's header. The default type is that of RFC 2046 section 5.1.5. */
export function readPart(
  source: Buffer,
  start: number,
  end: number,
  lineEnd: number,
  headerBytes: number,
  inDigest = false,
): Part {
  const { fields, bodyStart, complete } = readHeaderBlock(source, start, end, lineEnd, headerBytes)
  const type = structuredField(source, fields, 'content-type')
  const disposition = structuredField(source, fields, 'content-disposition')
  return {
    type: type?.value || (inDigest ? 'message/rfc822' : 'text/plain'),
    parameters: type?.parameters ?? new Map(),
    disposition,
    fields,
    bodyStart: complete ? bodyStart : end,
    end,
  }
}

function structuredField(source: Buffer, fields: Field[], name: string): Structured | null {
  const field = findField(fields, name)
  return field ? parseStructured(fieldValue(source, field, structuredBytes)) : null
}

/** Text that is shown as the mail rather than offered as a file. */
export function isBodyText(part: Part): boolean {
  if (part.disposition?.value === 'attachment') return false
  // A multipart comes here when it names no boundary: its body is all there is to read.
  return (
    part.type === 'text/plain' || part.type === 'text/html' || part.type.startsWith('multipart/')
  )
}

/** The part's Content-Transfer-Encoding. */
export function encodingOf(source: Buffer, part: Part): string {
  const field = findField(part.fields, 'content-transfer-encoding')
  return field ? transferEncodingOf(fieldValue(source, field, 200)) : ''
}

const structuredBytes = 8_192

/** The first field of that name, given in lower case: of duplicates the first counts. */
export function findField(fields: Field[], name: string): Field | null {
  return (
    fields.find(
      (field) => field.name.length === name.length && field.name.toLowerCase() === name,
    ) ?? null
  )
}

/** `start` excludes the line break before the delimiter, which belongs to it (RFC 2046 5.1.1). */
type Delimiter = { start: number; end: number; closes: boolean }

function findDelimiters(scope: Scope, boundary: string, part: Part) {
  const { source, lineEnd, budget } = scope
  const needle = Buffer.from(`--${boundary}`, 'utf8')
  const reach = boundary.length < shortBoundary ? budget.shortBoundaryBytes : part.end
  const end = Math.min(part.end, part.bodyStart + reach)
  const area = source.subarray(0, end)
  let at = part.bodyStart

  /** Undefined for a line that only begins like the delimiter. */
  const read = (found: number): Delimiter | undefined => {
    if (found > part.bodyStart && !isLineBreak(source[found - 1])) return undefined
    let tail = found + needle.length
    const closes = source[tail] === dash && source[tail + 1] === dash
    if (closes) tail += 2
    while (tail < part.end && (source[tail] === 0x20 || source[tail] === 0x09)) tail++
    if (tail < part.end && !isLineBreak(source[tail])) return undefined
    const broken = source.indexOf(lineEnd, tail)
    let before = found
    if (before > part.bodyStart && source[before - 1] === lineEnd) before--
    if (before > part.bodyStart && source[before - 1] === cr) before--
    return {
      start: before,
      end: broken === -1 || broken >= part.end ? part.end : broken + 1,
      closes,
    }
  }

  return {
    next(): Delimiter | null {
      while (at < end) {
        if (budget.searchedBytes <= 0 || budget.candidates <= 0) {
          scope.walk.spent = true
          return null
        }
        const found = area.indexOf(needle, at)
        budget.searchedBytes -= (found === -1 ? end : found) - at
        if (found === -1) {
          at = end
          if (end < part.end) scope.walk.spent = true
          return null
        }
        budget.candidates--
        const delimiter = read(found)
        at = delimiter ? delimiter.end : found + needle.length
        if (delimiter) return delimiter
      }
      return null
    },
  }
}

const dash = 0x2d

function isLineBreak(byte: number | undefined): boolean {
  return byte === lf || byte === cr
}
