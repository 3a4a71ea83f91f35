import { inGroups } from '../../../../lib/shares/in-groups.ts'
import type { Sql } from '../../../database.ts'
import type { Span, WordQuery } from '../../../words/word-query.ts'
import { matchesWords } from './match-words.ts'
import { unpackNewWords, type NewWords } from '../unpacked-words.ts'
import type { WordCache } from './word-cache.ts'
import {
  readNewWords,
  readNewWordsIn,
  WordsReplaced,
  type ListedWords,
  type Place,
} from './word-finder-store.ts'

type Deps = { store: Sql; teamId: number; cache: WordCache }

/** `takeTurns`: of the search that asks. */
type Asked = { query: WordQuery; span: Span; takeTurns: () => Promise<void> }

/** What is read and unpacked at once. */
const mostBytes = 4 * 1024 * 1024

/** Compares the words of mails that are in no index yet, one by one. */
export function createNewWordsSearch({ store, teamId, cache }: Deps) {
  /** What this search has found, by the question and the key of the row. */
  const decided = new Map<WordQuery, Map<string, number[]>>()
  /** Unpacked words by the key of their row: kept from before, or come with a list. */
  const known = new Map(cache.newWordsOf(teamId))

  const idsOf = ({ key, mail_ids: ids }: ListedWords) => ids ?? known.get(key)?.ids ?? []

  /** The mails of listed rows that are in the span and match, in no order. */
  async function matchesIn(
    rows: readonly ListedWords[],
    { query, span, takeTurns }: Asked,
  ): Promise<number[]> {
    const found = decided.get(query) ?? new Map<string, number[]>()
    decided.set(query, found)
    const asked = rows.filter((row) => overlaps(idsOf(row), span))
    const undecided = asked.filter(({ key }) => !found.has(key))
    const knownBefore = known.size
    for (const part of inGroups(undecided, { cost: mostBytes }, bytesToRead)) {
      const read = await readLacking(part)
      for (const row of part) {
        const { ids, texts } = await wordsOf(row, read)
        const matching: number[] = []
        for (const [at, id] of ids.entries()) {
          if (matchesWords(query, texts[at] ?? '')) matching.push(id)
          await takeTurns()
        }
        found.set(row.key, matching)
      }
    }
    if (known.size > knownBefore) keepKnown(rows)
    return asked.flatMap(({ key }) => (found.get(key) ?? []).filter((id) => isIn(id, span)))
  }

  async function wordsOf(row: ListedWords, read: ReadonlyMap<string, Uint8Array>) {
    const kept = known.get(row.key)
    if (kept) return kept
    const words = row.words ?? read.get(row.key)
    if (!words) throw new WordsReplaced()
    const unpacked = await unpackNewWords(idsOf(row), { words, bytes: row.bytes })
    // Keeps only words that came with the list.
    if (row.words) known.set(row.key, unpacked)
    return unpacked
  }

  const isLacking = ({ key, words }: ListedWords) => words === null && !known.has(key)
  const bytesToRead = (row: ListedWords) => (isLacking(row) ? row.bytes : 0)

  async function readLacking(part: ListedWords[]): Promise<Map<string, Uint8Array>> {
    const lacking = part.filter(isLacking)
    const packed = lacking.length === 0 ? [] : await readNewWords(store, teamId, lacking)
    return new Map(
      lacking.flatMap(({ key }, at) => {
        const words = packed[at]
        return words ? [[key, words] as const] : []
      }),
    )
  }

  function keepKnown(rows: readonly ListedWords[]): void {
    cache.keepNewWords(
      teamId,
      rows.flatMap(({ key }): [string, NewWords][] => {
        const words = known.get(key)
        return words ? [[key, words]] : []
      }),
    )
  }

  /** The same of rows that were not listed, whose first mails are below an id. There may be very many: nothing is kept of them. */
  async function matchesInRest(
    { query, span, takeTurns }: Asked,
    below: number,
  ): Promise<number[]> {
    const matching: number[] = []
    for (let after: Place | undefined = { first_mail: -1, id: 0 }; after !== undefined;) {
      const rows = await readNewWordsIn(store, teamId, { ...span, below }, { after, mostBytes })
      for (const row of rows) {
        const { ids, texts } = await unpackNewWords(row.mail_ids, row)
        for (const [at, id] of ids.entries()) {
          if (isIn(id, span) && matchesWords(query, texts[at] ?? '')) matching.push(id)
          await takeTurns()
        }
      }
      after = rows.at(-1)
    }
    return matching
  }

  return {
    matchesIn,
    matchesInRest,
    /** Keys of rows whose words need not come with a list. */
    knownKeys: (): string[] => [...known.keys()],
    /** Forgets rows that are in no list any more. */
    keepOnly(rows: readonly ListedWords[]): void {
      const keys = new Set(rows.map(({ key }) => key))
      for (const key of known.keys()) if (!keys.has(key)) known.delete(key)
    },
  }
}

const isIn = (id: number, { from, below }: Span) => id >= from && id < below

/** The ids of a row ascend. */
const overlaps = (ids: readonly number[], { from, below }: Span) =>
  (ids[0] ?? Infinity) < below && (ids.at(-1) ?? -1) >= from
