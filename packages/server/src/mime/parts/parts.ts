import { type Delimiter, findDelimiters } from './delimiters.ts'
import { type Field, fieldValue, lineEndOf, readHeaderBlock } from './header-block.ts'
import { parseContentType, parseDisposition } from '../fields/declared-types.ts'
import type { Structured } from '../headers/parameters.ts'
import { transferEncodingOf } from './transfer-encodings.ts'
import { createBudget, type WalkBudget, type WalkLimits } from './walk-budget.ts'

/** One part of a mail, or the mail itself: its fields, and where in the source its body stands. */
export type Part = {
  type: string
  parameters: Structured['parameters']
  disposition: Structured | null
  fields: Field[]
  bodyStart: number
  end: number
  /** The multipart that it stands in. */
  parent: Part | null
}

export type ReadMail = { source: Buffer; lineEnd: number; root: Part }

/**
 * Calls `visit` for each part that is not taken apart into others, in order, without copying or
 * decoding any. The work is bounded by the limits, not by the mail: true when something was skipped
 * because of them.
 */
export function walkParts(
  mail: ReadMail,
  limits: WalkLimits,
  visit: (part: Part) => void,
  nesting: Nesting = { open: () => {}, close: () => {} },
): boolean {
  const budget = createBudget(limits, mail.source.length)
  walkPart({ mail, budget, visit, nesting }, mail.root, 0)
  return budget.spent
}

/** Called where the parts of a multipart begin, and where they end. */
export type Nesting = { open: (multipart: Part) => void; close: () => void }

type Walk = { mail: ReadMail; budget: WalkBudget; visit: (part: Part) => void; nesting: Nesting }

function walkPart(walk: Walk, part: Part, depth: number): void {
  const boundary = part.type.startsWith('multipart/') ? part.parameters.get('boundary') : undefined
  if (boundary === undefined || boundary === '') {
    walk.visit(part)
    return
  }
  if (depth >= walk.budget.depth) {
    walk.budget.spent = true
    return
  }
  const { source, lineEnd } = walk.mail
  const area = { source, lineEnd, start: part.bodyStart, end: part.end }
  const delimiters = findDelimiters(area, boundary, walk.budget)
  const first = delimiters.next()
  // A boundary that is declared but does not occur splits nothing.
  if (first === null) {
    walk.visit(part)
    return
  }
  walk.nesting.open(part)
  walkChildren(walk, part, { first, next: delimiters.next }, depth)
  walk.nesting.close()
}

type Delimiters = { first: Delimiter; next: () => Delimiter | null }

function walkChildren(walk: Walk, part: Part, delimiters: Delimiters, depth: number): void {
  let start: Delimiter | null = delimiters.first
  while (start !== null && !start.closes) {
    const next = delimiters.next()
    const child = openPart(walk, start.end, next?.start ?? part.end, part)
    if (child === null) return
    walkPart(walk, child, depth + 1)
    start = next
  }
}

function openPart({ mail, budget }: Walk, start: number, end: number, parent: Part): Part | null {
  if (budget.parts <= 0 || budget.headerBytes <= 0) {
    budget.spent = true
    return null
  }
  const part = readPart(mail.source, start, end, mail.lineEnd, budget.headerBytes, parent)
  budget.parts--
  budget.headerBytes -= part.bodyStart - start
  return part
}

/** The mail itself as a part: its header is read, up to a bound, its body is not. */
export function readRoot(source: Buffer, headerBytes: number): ReadMail {
  const lineEnd = lineEndOf(source)
  return { source, lineEnd, root: readPart(source, 0, source.length, lineEnd, headerBytes) }
}

/** Reads a part's header. RFC 2046 section 5.1.5 sets the default type. */
function readPart(
  source: Buffer,
  start: number,
  end: number,
  lineEnd: number,
  headerBytes: number,
  parent: Part | null = null,
): Part {
  const { fields, bodyStart, complete } = readHeaderBlock(source, start, end, lineEnd, headerBytes)
  const written = structuredText(source, fields, 'content-disposition')
  const disposition = written === null ? null : parseDisposition(written, parent === null)
  const typeText = structuredText(source, fields, 'content-type')
  const type = typeText === null ? null : parseContentType(typeText, disposition, parent === null)
  return {
    type: type?.value || (parent?.type === 'multipart/digest' ? 'message/rfc822' : 'text/plain'),
    parameters: type?.parameters ?? new Map(),
    disposition,
    fields,
    bodyStart: complete ? bodyStart : end,
    end,
    parent,
  }
}

function structuredText(source: Buffer, fields: Field[], name: string): string | null {
  const field = findField(fields, name)
  return field && fieldValue(source, field, structuredBytes)
}

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
