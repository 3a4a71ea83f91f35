import type { Candidate } from './code-candidates.ts'
import {
  currencyBefore,
  kindBefore,
  kindBehind,
  kindInside,
  label,
  labelOrRequest,
  measureBehind,
  owner,
  request,
  sale,
  thing,
} from './words/patterns.ts'

/** How sure the words around a candidate are, the surest first. */
export type Certainty = 'direct' | 'near'
export type Labelled = { certainty: Certainty; label: string }

/** A candidate on its line, and its neighbours: a label belongs to the nearest. */
type Place = {
  line: string
  candidate: Candidate
  before: Candidate | undefined
  after: Candidate | undefined
}

/** Characters on the line of a candidate, and of the lines around it. */
const reach = { sentence: 90, line: 40, otherLine: 200 }

/** Whether a candidate is an amount, a measure or a duration, or a phone number. */
export function isQuantity(line: string, { start, end }: Candidate): boolean {
  return isMeasured(line.slice(Math.max(0, start - 12), start), line.slice(end, end + 20))
}

/** Whether a candidate of the line can have a label there. */
export const mayHaveLabel = (line: string) => labelOrRequest.test(line)

/** The label of a candidate by the words on its own line; null when there is none, or it is no code. */
export function labelOnLine({ line, candidate, ...next }: Place): Labelled | null | 'no code' {
  const { start, end } = candidate
  const before = line.slice(Math.max(next.before?.end ?? 0, start - reach.sentence), start)
  const to = Math.min(next.after?.start ?? line.length, end + reach.sentence)
  const after = line.slice(end, to)
  const last = labelsIn(before).at(-1)
  const named = lastThing(before, last)
  if (named !== null) {
    const between = before.slice(named.end)
    // "Use this code to confirm your order: 482913" is a code, "the code for order 48213" is none.
    const hasOwnLabel = last !== undefined && (named.isOwner || /[:：]/.test(between))
    if (isLink(between) && !hasOwnLabel) return 'no code'
  }
  if (last) {
    const between = before.slice(last.end)
    if (isLink(between)) return { certainty: 'direct', label: last.text }
    if (candidate.isWeak) return null
    const isNear = !sentenceEnd.test(between) || between.length <= reach.line
    if (isNear) return { certainty: 'near', label: last.text }
  }
  if (candidate.isWeak) return null
  const asked = candidate.hasLetters ? undefined : request.exec(before)?.[1]
  if (asked !== undefined) return { certainty: 'direct', label: asked }
  return labelBehind(after, next.after !== undefined)
}

/** "482913 is your code", unless the code of that label comes after it. */
function labelBehind(after: string, isFollowed: boolean): Labelled | null {
  const sentence = after.slice(0, sentenceEnd.exec(after)?.index ?? after.length)
  const [first] = labelsIn(sentence)
  if (!first) return null
  if (isFollowed && sentence.length === after.length && isLink(after.slice(first.end))) return null
  const near = first.start <= reach.line || isLink(after.slice(0, first.start))
  return near ? { certainty: 'direct', label: first.text } : null
}

/** The label of a candidate that is alone on its line or in its cell, in the lines around it. */
export function labelAround(
  { isWeak }: Candidate,
  { above, below }: { above: string[]; below: string[] },
): Labelled | null | 'no code' {
  for (const line of isWeak ? above.slice(0, 1) : above) {
    const end = line.slice(-reach.otherLine)
    const labels = labelsIn(end)
    const last = labels.at(-1)
    const named = lastThing(end, last)
    if (line === above[0] && named !== null && !named.isOwner && isLink(end.slice(named.end))) {
      return 'no code'
    }
    if (named?.isOwner && !last && isLink(end.slice(named.end))) return 'no code'
    if (last) return { certainty: 'direct', label: last.text }
    const asked = line === above[0] && !isWeak ? request.exec(end)?.[1] : undefined
    if (asked !== undefined) return { certainty: 'direct', label: asked }
  }
  if (isWeak) return null
  for (const line of below) {
    const beginning = line.slice(0, reach.otherLine)
    if (line === below[0] && isMeasured('', beginning)) return 'no code'
    const [first] = labelsIn(beginning)
    // "Your code:" above another number is the label of that number.
    if (first && /[:：]\s{0,9}$/.test(beginning)) return null
    if (first) return { certainty: 'near', label: first.text }
  }
  return null
}

/** Whether words of a sale are near: then a code is one to save money with. */
export const isSale = (lines: string[]) =>
  lines.some((line) => sale.test(line.slice(0, 2 * reach.otherLine)))

type Found = { start: number; end: number; text: string }

/** The labels in a text, without labels of other kinds of codes. */
function labelsIn(text: string): Found[] {
  return matches(text, label).filter(({ start, end, text: written }) => {
    const isOtherKind =
      kindInside.test(written) ||
      kindBehind.test(text.slice(end, end + 40)) ||
      kindBefore.test(text.slice(Math.max(0, start - 30), start))
    return !isOtherKind
  })
}

/** The last thing with a number, if no label stands behind it. */
function lastThing(text: string, last: Found | undefined): (Found & { isOwner: boolean }) | null {
  const things = matches(text, thing).map((found) => ({ ...found, isOwner: false }))
  const owners = matches(text, owner).map((found) => ({ ...found, isOwner: true }))
  const all = [...things, ...owners].toSorted((one, other) => one.end - other.end)
  const named = all.at(-1)
  if (!named || (last && last.end >= named.end)) return null
  return named
}

function matches(text: string, pattern: RegExp): Found[] {
  return [...text.matchAll(pattern)].map(({ 0: written, index }) => ({
    start: index,
    end: index + written.length,
    text: written,
  }))
}

/** Whether only a word or two and punctuation stand between a word and a candidate. */
function isLink(written: string): boolean {
  // Allows the dot of an abbreviation: "no. 482913".
  const between = written.replace(/^\./, '')
  if (between.length > 30 || /\d{4}/.test(between) || sentenceEnd.test(between)) return false
  return (between.match(/[\p{L}\p{M}\p{N}]+/gu)?.length ?? 0) <= 2
}

/** A full stop after a short word ends an abbreviation: "no. 482913". */
const sentenceEnd = /(?<!(?<!\p{L})\p{L}{1,3})[.](?=\s|$)|[!?](?=\s|$)|[。！？]/u

/** The digits of a card that are not shown; two stars alone are emphasis. */
const masked = /(?:[•x×·.]{2,}|\*{3,})[\s-]?$|\*{2}\s$/i

function isMeasured(before: string, after: string): boolean {
  return (
    currencyBefore.test(before) ||
    /(?:\+\s?|\(0\d{0,5}\)?\s?|\+\d{1,3}[\s-]?\(?\d{0,4}\)?[\s-]?)$/.test(before) ||
    masked.test(before) ||
    measureBehind.test(after)
  )
}
