import type { CodeRule, MailCode } from '@mailstop/contract'
import { candidatesIn, type Candidate } from './code-candidates.ts'
import { isQuantity, isSale, labelAround, type Labelled, labelOnLine } from './code-context.ts'
import { occasion } from './code-words.ts'
import { cellEnd, readable } from './readable-lines.ts'

/**
 * One-time codes: those to sign in, to confirm an address or a payment. `docs/extraction.md` lists the
 * rules. What is found is bounded, and so is the time.
 */
export type FoundCodes = { code: string | null; codes: MailCode[]; isCut: boolean }

/** What a mail says, line by line; `text` and `html` are null where the mail has none. */
export type Readable = { subject: string; html: string[] | null; text: string[] | null }

const most = { candidates: 500, codes: 50, longestLine: 2_000, read: 20_000 }

type Found = MailCode & { isDirect: boolean }

export function findCodes({ subject, html, text }: Readable): FoundCodes {
  const isExpected = isOccasion(subject, html ?? text ?? [])
  const parts = [
    { found: inSubject(subject), isCut: false },
    inBody('html', html ?? [], isExpected),
    inBody('text', text ?? [], isExpected),
  ]
  const found = parts.flatMap((part) => part.found)
  const codes = found
    .toSorted((one, other) => rank(one) - rank(other))
    .map(({ isDirect: _, ...code }) => code)
  return {
    code: certainCode(found),
    codes: codes.slice(0, most.codes),
    isCut: codes.length > most.codes || parts.some((part) => part.isCut),
  }
}

const rules: CodeRule[] = ['origin_bound', 'labelled', 'subject', 'alone']
const rank = ({ rule, isDirect }: Found) => 2 * rules.indexOf(rule) + (isDirect ? 0 : 1)

/** The value of the best rule, if it found one. Where labels differ in how near they are, the nearest count. */
function certainCode(found: Found[]): string | null {
  const best = Math.min(...found.map(rank))
  const values = new Set(found.filter((code) => rank(code) === best).map(({ value }) => value))
  const [value = null] = values
  return values.size === 1 ? value : null
}

function inSubject(subject: string): Found[] {
  const line = readable(subject)
  if (isSale([line])) return []
  return distinct(
    labelledOn(line).map(({ candidate, labelled }) =>
      foundCode(candidate, 'subject', 'subject', labelled),
    ),
  )
}

function inBody(part: 'html' | 'text', lines: string[], isExpected: boolean) {
  const bound = boundToOrigin(lines.at(-1) ?? '')
  const found: Found[] = bound === null ? [] : [{ ...bound, part, isDirect: true }]
  const alone: Candidate[] = []
  let looked = 0
  for (const [index, line] of lines.entries()) {
    if (looked >= most.candidates) break
    if (line.length < 4 || !mayHaveCode.test(line)) continue
    const around = linesAround(lines, index)
    for (const { candidate, labelled, isAlone, isOther } of judged(line, around)) {
      looked += 1
      if (isOther) continue
      if (labelled) found.push(foundCode(candidate, 'labelled', part, labelled))
      else if (isAlone && !candidate.hasLetters && !candidate.isWeak) alone.push(candidate)
    }
  }
  const isOnly = new Set(alone.map(({ value }) => value)).size === 1
  const [only] = alone
  if (found.length === 0 && only && isOnly && isExpected) {
    found.push(foundCode(only, 'alone', part, null))
  }
  return { found: distinct(found), isCut: looked >= most.candidates }
}

/** Digits, or the groups of letters that are a code. */
const mayHaveCode = /\p{Nd}|[A-Z]{3}-[A-Z]{3}/u

type Around = { above: string[]; below: string[] }

/** Two on each side, the nearest first. */
function linesAround(lines: string[], index: number): Around {
  return {
    above: lines.slice(Math.max(0, index - 2), index).toReversed(),
    below: lines.slice(index + 1, index + 3),
  }
}

type Judged = {
  candidate: Candidate
  labelled: Labelled | null
  isAlone: boolean
  isOther: boolean
}

/** The candidates of a line, each with its label or as something else. */
function judged(line: string, { above, below }: Around): Judged[] {
  const candidates = candidatesIn(line.slice(0, most.longestLine))
  if (candidates.length === 0) return []
  const isOffer = isSale([...above, line, ...below])
  const counts = candidates.filter((candidate) => !isOffer && !isQuantity(line, candidate))
  let before: Judged | undefined
  return candidates.map((candidate): Judged => {
    const isAlone = isAloneIn(line, candidate)
    const place = counts.indexOf(candidate)
    if (place === -1) return { candidate, labelled: null, isAlone, isOther: true }
    const neighbours = { before: before?.candidate, after: counts[place + 1] }
    const own = labelOnLine(line, candidate, neighbours)
    const listed = before && isList(line.slice(before.candidate.end, candidate.start))
    const around = isAlone ? labelAround(candidate, above, below) : null
    const labelled = own ?? (listed ? before?.labelled : null) ?? around
    if (labelled === 'no code') return { candidate, labelled: null, isAlone, isOther: true }
    before = { candidate, labelled, isAlone, isOther: false }
    return before
  })
}

/** "482913 or 771203": the label of the first is that of the second too. */
const isList = (between: string) => /^[\s,;/|]*(?:\p{L}{1,4}[\s,]*)?$/u.test(between)

function labelledOn(line: string): { candidate: Candidate; labelled: Labelled }[] {
  return judged(line, { above: [], below: [] }).flatMap(({ candidate, labelled }) =>
    labelled ? { candidate, labelled } : [],
  )
}

/** Nothing else but punctuation is on its line, or in its cell of a table. */
function isAloneIn(line: string, { start, end }: Candidate): boolean {
  const before = line.slice(line.lastIndexOf(cellEnd, start - 1) + 1, start)
  const cell = line.indexOf(cellEnd, end)
  const after = line.slice(end, cell === -1 ? line.length : cell)
  return !/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)
}

/** `@example.com #482913`: the format of origin-bound one-time codes (WICG). */
function boundToOrigin(line: string): Omit<Found, 'part' | 'isDirect'> | null {
  const shown = /^@[^\s#@]{1,253} #([^\s#]{1,64})(?: @\S{1,253})?$/.exec(line)?.[1]
  if (shown === undefined) return null
  return { value: shown, shown, rule: 'origin_bound', label: null, position: 0 }
}

function foundCode(
  { value, shown }: Candidate,
  rule: CodeRule,
  part: MailCode['part'],
  labelled: Labelled | null,
): Found {
  const isDirect = labelled?.certainty !== 'near'
  return { value, shown, rule, part, label: labelled?.label ?? null, position: 0, isDirect }
}

/** Each value of a part once, by its best rule, with its place among them. */
function distinct(found: Found[]): Found[] {
  const byValue = new Map<string, Found>()
  for (const code of found) {
    const known = byValue.get(code.value)
    if (!known || rank(code) < rank(known)) {
      byValue.set(code.value, { ...code, position: known?.position ?? byValue.size })
    }
  }
  return [...byValue.values()]
}

/** Whether a mail is about signing in or confirming: only then a number that stands alone is a code. */
function isOccasion(subject: string, lines: string[]): boolean {
  let left = most.read
  for (const line of [subject, ...lines]) {
    if (left <= 0) return false
    if (occasion.test(line.slice(0, most.longestLine))) return true
    left -= Math.min(line.length, most.longestLine)
  }
  return false
}
