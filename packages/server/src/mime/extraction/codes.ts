import type { CodeRule, MailCode } from '@mailstop/contract'
import type { Candidate } from './code-candidates.ts'
import type { Labelled } from './code-context.ts'
import { judgeCandidates, linesAround, longestLine } from './judged-candidates.ts'
import { readable } from './readable-lines.ts'
import { occasion } from './words/patterns.ts'

/**
 * One-time codes, to sign in or to confirm an address or a payment. `docs/extraction.md` lists the rules. Their
 * number is bounded, and so is the time.
 */
export type FoundCodes = { code: string | null; codes: MailCode[]; isCut: boolean }

/** What a mail says, line by line; `text` and `html` are null where the mail has none. */
export type Readable = { subject: string; html: string[] | null; text: string[] | null }

const most = { candidates: 2_000, codes: 50, occasionCharacters: 20_000 }

type Found = { code: MailCode; isDirect: boolean }

export function findCodes({ subject, html, text }: Readable): FoundCodes {
  const isExpected = isOccasion(subject, html ?? text ?? [])
  const parts = [
    { found: inSubject(subject), isCut: false },
    inBody('html', html ?? [], isExpected),
    inBody('text', text ?? [], isExpected),
  ]
  const found = parts.flatMap((part) => part.found)
  const codes = found.toSorted((one, other) => rank(one) - rank(other)).map(({ code }) => code)
  return {
    code: certainCode(found),
    codes: codes.slice(0, most.codes),
    isCut: codes.length > most.codes || parts.some((part) => part.isCut),
  }
}

const rules: CodeRule[] = ['origin_bound', 'labelled', 'subject', 'alone']
const rank = ({ code, isDirect }: Found) => 2 * rules.indexOf(code.rule) + (isDirect ? 0 : 1)

/** The value of the best rule, if it found one. Where labels differ in how near they are, the nearest count. */
function certainCode(found: Found[]): string | null {
  const best = Math.min(...found.map(rank))
  const certain = found.filter((one) => rank(one) === best)
  const values = new Set(certain.map(({ code }) => code.value))
  const [value = null] = values
  return values.size === 1 ? value : null
}

function inSubject(subject: string): Found[] {
  return distinct(
    labelledOn(readable(subject)).map(({ candidate, labelled }) =>
      foundCode(candidate, 'subject', 'subject', labelled),
    ),
  )
}

function inBody(part: 'html' | 'text', lines: string[], isExpected: boolean) {
  const bound = boundToOrigin(lines.at(-1) ?? '')
  const found = bound === null ? [] : [foundCode(bound, 'origin_bound', part, null)]
  const alone: Candidate[] = []
  let looked = 0
  let isCut = false
  for (const [index, line] of lines.entries()) {
    if (line.length < 4 || !mayHaveCode.test(line)) continue
    if (line.length > longestLine) isCut = true
    if (looked >= most.candidates) {
      isCut = true
      break
    }
    const around = linesAround(lines, index)
    for (const { candidate, labelled, isAlone } of judgeCandidates(line, around)) {
      looked += 1
      if (labelled === 'no code') continue
      if (labelled) found.push(foundCode(candidate, 'labelled', part, labelled))
      else if (isAlone && !candidate.hasLetters && !candidate.isWeak) alone.push(candidate)
    }
  }
  const isOnly = new Set(alone.map(({ value }) => value)).size === 1
  const [only] = alone
  if (found.length === 0 && only && isOnly && isExpected) {
    found.push(foundCode(only, 'alone', part, null))
  }
  return { found: distinct(found), isCut }
}

/** Digits, or the groups of letters that are a code. */
const mayHaveCode = /\p{Nd}|[A-Z]{3}-[A-Z]{3}/u

function labelledOn(line: string): { candidate: Candidate; labelled: Labelled }[] {
  return judgeCandidates(line, { above: [], below: [] }).flatMap(({ candidate, labelled }) =>
    labelled === null || labelled === 'no code' ? [] : { candidate, labelled },
  )
}

type Written = Pick<Candidate, 'value' | 'shown'>

/** `@example.com #482913`: the format of origin-bound one-time codes (WICG). */
function boundToOrigin(line: string): Written | null {
  // Refuses control characters, since what is found is printed on terminals.
  const shown = /^@[^\s#@]{1,253} #([^\s#\p{C}]{1,64})(?: @\S{1,253})?$/u.exec(line)?.[1]
  return shown === undefined ? null : { value: shown, shown }
}

function foundCode(
  { value, shown }: Written,
  rule: CodeRule,
  part: MailCode['part'],
  labelled: Labelled | null,
): Found {
  const code = { value, shown, rule, part, label: labelled?.label ?? null, position: 0 }
  return { code, isDirect: labelled?.certainty !== 'near' }
}

/** Each value of a part once, by its best rule, with its place among them. */
function distinct(found: Found[]): Found[] {
  const byValue = new Map<string, Found>()
  for (const one of found) {
    const { value } = one.code
    const known = byValue.get(value)
    if (known && rank(known) <= rank(one)) continue
    const position = known?.code.position ?? byValue.size
    byValue.set(value, { ...one, code: { ...one.code, position } })
  }
  return [...byValue.values()]
}

/** Whether a mail is about signing in or confirming: only then a number that stands alone is a code. */
function isOccasion(subject: string, lines: string[]): boolean {
  let left = most.occasionCharacters
  for (const line of [subject, ...lines]) {
    if (left <= 0) return false
    if (occasion.test(line.slice(0, left))) return true
    left -= line.length
  }
  return false
}
