import { addTerm, createBlockWriter, endBlocks, type BlockWriter } from '../format/block-writer.ts'
import { writeVarint } from '../format/byte-writer.ts'
import { createIntList, type IntList } from './int-list.ts'
import { sortTerms } from './sort-terms.ts'
import { createTermTable, numberTerms, type TermTable } from './term-table.ts'
import type { BuiltWordIndex } from '../format/word-index-parts.ts'

/** `words`: as `wordText` has them. */
export type WordsOfMail = { id: number; words: string }

/** Inverts the words of mails. Of mails with the same id the last one counts. */
export function buildWordIndex(mails: WordsOfMail[]): BuiltWordIndex {
  const sorted = ascending(mails)
  const table = createTermTable()
  const terms = createIntList(64 * 1024)
  /** Where the places of each mail begin in `terms`, and behind the last where they end. */
  const starts = new Int32Array(sorted.length + 1)
  let text = Buffer.alloc(64 * 1024)
  sorted.forEach(({ words }, mail) => {
    // A UTF-16 unit has three bytes at most.
    if (text.length < 3 * words.length) text = Buffer.alloc(4 * words.length)
    numberTerms(table, text, text.write(words), terms)
    starts[mail + 1] = terms.length
  })
  return { ids: sorted.map(({ id }) => id), ...invert(table, terms, starts) }
}

function ascending(mails: WordsOfMail[]): WordsOfMail[] {
  const isAscending = mails.every(({ id }, at) => at === 0 || id > (mails[at - 1]?.id ?? id))
  if (isAscending) return mails
  const byId = new Map(mails.map((mail) => [mail.id, mail]))
  return [...byId.values()].toSorted((one, other) => one.id - other.id)
}

/** A counting sort: the occurrences of each term are next to each other, in the order of mails and of places. */
function invert(table: TermTable, terms: IntList, starts: Int32Array) {
  const order = sortTerms(table)
  const ends = new Int32Array(table.count)
  for (let at = 0; at < terms.length; at++) {
    const term = terms.values[at] ?? 0
    if (term >= 0) ends[term] = (ends[term] ?? 0) + 1
  }
  let total = 0
  for (const term of order) {
    const count = ends[term] ?? 0
    // Where the term begins, until its occurrences are behind each other.
    ends[term] = total
    total += count
  }
  const occurrences = sortedByTerm(terms, starts, ends, total)
  const writer = createBlockWriter()
  let from = 0
  for (const term of order) {
    const end = ends[term] ?? 0
    writeOccurrences(writer, occurrences, from, end)
    const textFrom = table.starts.values[term] ?? 0
    addTerm(writer, table.texts.bytes, textFrom, table.starts.values[term + 1] ?? 0)
    from = end
  }
  return endBlocks(writer)
}

/** Pairs of a mail and a place. */
function sortedByTerm(terms: IntList, starts: Int32Array, ends: Int32Array, total: number) {
  const occurrences = new Int32Array(2 * total)
  for (let mail = 0; mail < starts.length - 1; mail++) {
    const first = starts[mail] ?? 0
    const end = starts[mail + 1] ?? 0
    for (let at = first; at < end; at++) {
      const term = terms.values[at] ?? 0
      if (term < 0) continue
      const to = ends[term] ?? 0
      ends[term] = to + 1
      occurrences[2 * to] = mail
      occurrences[2 * to + 1] = at - first
    }
  }
  return occurrences
}

/** Delta-encodes mail numbers and, for each mail, its places: `2 * delta`, plus 1 if another place follows. */
function writeOccurrences(
  { postings, places }: BlockWriter,
  occurrences: Int32Array,
  from: number,
  end: number,
): void {
  let lastMail = -1
  let lastPlace = -1
  for (let at = from; at < end; at++) {
    const mail = occurrences[2 * at] ?? 0
    const place = occurrences[2 * at + 1] ?? 0
    if (mail !== lastMail) {
      writeVarint(postings, mail - lastMail - 1)
      lastPlace = -1
    }
    const hasMore = at + 1 < end && occurrences[2 * at + 2] === mail
    writeVarint(places, 2 * (place - lastPlace - 1) + (hasMore ? 1 : 0))
    lastMail = mail
    lastPlace = place
  }
}
