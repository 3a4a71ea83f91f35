import { once } from '../../lib/once.ts'
import { candidatesIn, type Candidate } from './code-candidates.ts'
import {
  isQuantity,
  isSale,
  labelAround,
  type Labelled,
  labelOnLine,
  mayHaveLabel,
} from './code-context.ts'
import { cellEnd } from './readable-lines.ts'

/** What the words around a candidate say of it; null when they say nothing. */
export type Judged = {
  candidate: Candidate
  labelled: Labelled | null | 'no code'
  isAlone: boolean
}

/** The lines around one, the nearest first. */
export type Around = { above: string[]; below: string[] }

export function linesAround(lines: string[], index: number): Around {
  return {
    above: lines.slice(Math.max(0, index - 2), index).toReversed(),
    below: lines.slice(index + 1, index + 3),
  }
}

/** What comes behind is not read. */
export const longestLine = 10_000

export function judgeCandidates(written: string, { above, below }: Around): Judged[] {
  const line = written.slice(0, longestLine)
  const candidates = candidatesIn(line)
  if (candidates.length === 0) return []
  const counting = candidates.filter((candidate) => !isQuantity(line, candidate))
  // Most numbers of a mail have no label: what they count is of no interest.
  const isLabelled = mayHaveLabel(line)
  // Looked for only where there is something that could be a code.
  const isOffer = once(() => isSale([...above, line, ...below]))
  let place = 0
  let last: Judged | undefined
  return candidates.map((candidate): Judged => {
    const isAlone = isAloneIn(line, candidate)
    if (counting[place] !== candidate) return { candidate, labelled: 'no code', isAlone }
    place += 1
    const next = { before: last?.candidate, after: counting[place] }
    const own = isLabelled || isAlone ? labelOnLine({ line, candidate, ...next }) : null
    const listed = last && isList(line.slice(last.candidate.end, candidate.start))
    const nearby = { above, below: line.includes(cellEnd) ? [] : below }
    const around = own === null && isAlone ? labelAround(candidate, nearby) : null
    const found = own ?? (listed ? last?.labelled : null) ?? around ?? null
    const labelled = (found || isAlone) && isOffer() ? 'no code' : found
    const judged = { candidate, labelled, isAlone }
    if (labelled !== 'no code') last = judged
    return judged
  })
}

/** "482913 or 771203": the label of the first belongs to the second too. */
const isList = (between: string) => /^[\s,;/|]*(?:\p{L}{1,4}[\s,]*)?$/u.test(between)

/** Nothing else but punctuation is on its line, or in its cell of a table. */
function isAloneIn(line: string, { start, end }: Candidate): boolean {
  const before = line.slice(line.lastIndexOf(cellEnd, start - 1) + 1, start)
  const cell = line.indexOf(cellEnd, end)
  const after = line.slice(end, cell === -1 ? line.length : cell)
  return !/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)
}
