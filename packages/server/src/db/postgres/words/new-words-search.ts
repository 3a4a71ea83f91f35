import type { Sql } from '../../database.ts'
import type { Span, WordQuery } from '../../word-query.ts'
import { matchesWords } from './match-words.ts'
import { unpackNewWords, type NewWords } from './unpacked-words.ts'
import { readNewWords, type ListedWords } from './word-finder-store.ts'
import { WordsReplaced } from './words-replaced.ts'

type Deps = { store: Sql; teamId: number; takeTurns: () => Promise<void> }

/** The mails of a row, and their words unless these are still to be read. */
export type MailsOfRow = { row: ListedWords; ids: readonly number[]; known: NewWords | null }

/** What is unpacked at once. */
const mostBytes = 4 * 1024 * 1024

/** Compares the words of mails that are in no index yet, one by one. */
export function createNewWordsSearch(rows: readonly MailsOfRow[], deps: Deps) {
  const { store, teamId, takeTurns } = deps
  /** What this search has found, by the question and the id of the row. */
  const decided = new Map<WordQuery, Map<number, number[]>>()

  /** The mails of the span that match, in no order. */
  async function matchesIn(query: WordQuery, { from, below }: Span): Promise<number[]> {
    const isAsked = (id: number) => id >= from && id < below
    const found = decided.get(query) ?? new Map<number, number[]>()
    decided.set(query, found)
    const asked = rows.filter(({ ids }) => ids.some(isAsked))
    for (const some of inParts(asked.filter(({ row }) => !found.has(row.id)))) {
      for (const [rowId, { ids, texts }] of await readAll(some)) {
        const matching = ids.filter((_, at) => matchesWords(query, texts[at] ?? ''))
        found.set(rowId, matching)
        await takeTurns()
      }
    }
    return asked.flatMap(({ row }) => (found.get(row.id) ?? []).filter(isAsked))
  }

  async function readAll(part: MailsOfRow[]): Promise<[number, NewWords][]> {
    const lacking = part.filter(({ known }) => !known).map(({ row }) => row)
    const packed = lacking.length === 0 ? null : await readNewWords(store, teamId, lacking)
    return Promise.all(
      part.map(async ({ row, ids, known }) => {
        if (known) return [row.id, known]
        const words = packed?.get(row.id)
        if (!words) throw new WordsReplaced()
        return [row.id, await unpackNewWords(ids, { words, bytes: row.bytes })]
      }),
    )
  }

  return { matchesIn }
}

function* inParts(rows: MailsOfRow[]): Generator<MailsOfRow[]> {
  let part: MailsOfRow[] = []
  let bytes = 0
  for (const one of rows) {
    const more = one.known ? 0 : one.row.bytes
    if (part.length > 0 && bytes + more > mostBytes) {
      yield part
      part = []
      bytes = 0
    }
    part.push(one)
    bytes += more
  }
  if (part.length > 0) yield part
}
