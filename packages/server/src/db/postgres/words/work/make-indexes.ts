import type { Sql } from '../../../database.ts'
import { TaskAborted } from '../../../../lib/process/thread-pool.ts'
import { listRanges } from '../../mail-ranges/range-tables.ts'
import { unpackDirectory } from '../format/directory.ts'
import { isEnough, mostNew, toMerge, type NewSize } from './index-sizes.ts'
import { isIndexDamage } from '../format/byte-reader.ts'
import { damagedOf, removeDamaged, removeDamagedRows, type DamageDeps } from './damaged-words.ts'
import { replaceWords } from './replace-words.ts'
import {
  keptOf,
  listIndexes,
  readIndex,
  readNewWords,
  type IndexRow,
  type MadeIndex,
  type NewWordsRow,
} from './word-index-store.ts'
import type { WordThreads } from '../word-threads.ts'

export type IndexDeps = DamageDeps & { threads: WordThreads; now: () => number }

type WordRow = Pick<NewWordsRow, 'mail_ids' | 'bytes' | 'words'>

export async function indexRows(
  { store, threads }: Pick<IndexDeps, 'store' | 'threads'>,
  rows: readonly WordRow[],
): Promise<MadeIndex[]> {
  const ids = rows.flatMap(({ mail_ids }) => mail_ids)
  const kept = await keptOf(
    store,
    ids.toSorted((one, other) => one - other),
  )
  // Reads the ends of ranges after the rows: if the rows have mail of the next range, that range exists.
  const ends = await rangeEnds(store)
  return threads.run(
    'indexNewWords',
    rows.map(({ mail_ids, bytes, words }) => ({ mail_ids, bytes, length: words.length })),
    Buffer.concat(rows.map(({ words }) => words)),
    { gone: new Set(ids.filter((id) => !kept.has(id))), ends },
  )
}

/** Without ranges, all mail is in one. */
export async function rangeEnds(store: Sql): Promise<number[]> {
  const ends = (await listRanges(store)).map(({ to }) => to)
  return ends.length === 0 ? [Number.MAX_SAFE_INTEGER] : ends
}

/** What was done with a team's new words: nothing where there are few, or where another process was faster. */
export type Indexed = { made: MadeIndex[] } & ({ left: NewSize } | { taken: NewSize })

export const sizeOf = (rows: readonly Pick<NewWordsRow, 'mail_ids' | 'bytes'>[]): NewSize => ({
  mails: rows.reduce((sum, { mail_ids }) => sum + mail_ids.length, 0),
  bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
  rows: rows.length,
})

const none: NewSize = { mails: 0, bytes: 0, rows: 0 }

/** Makes an index of new words of a team, as much as fits into memory. */
export async function indexNewWords(deps: IndexDeps, teamId: number): Promise<Indexed> {
  const rows = await readNewWords(deps.store, teamId, mostNew)
  const size = sizeOf(rows)
  if (!isEnough(size)) return { made: [], left: size }
  const made = await indexRows(deps, rows).catch(async (error: unknown) => {
    if (error instanceof TaskAborted || !(await removeDamagedRows(deps, teamId, rows))) throw error
    return null
  })
  // The next time without the rows that were damaged.
  if (made === null) return { made: [], taken: none }
  const isDone = await replaceWords(deps.store, { teamId, newWords: rows, made }, deps.now())
  return isDone ? { made, taken: size } : { made: [], taken: none }
}

/** Where a team has an index: its range has others. */
export type GrownRange = { team_id: number; first_mail: number }

/** Makes one index of several small ones. False when there are few of them, or another process was faster. */
export async function mergeSmallIndexes(
  deps: IndexDeps,
  { team_id: teamId, first_mail }: GrownRange,
): Promise<boolean> {
  const ends = await rangeEnds(deps.store)
  const range = {
    from: ends.findLast((end) => end <= first_mail) ?? 0,
    to: ends.find((end) => end > first_mail) ?? first_mail,
  }
  const chosen = toMerge(await listIndexes(deps.store, teamId, range))
  return chosen.length > 0 && (await mergeInto(deps, teamId, chosen))
}

/**
 * Replaces several indexes of one range by one, without the mails that are gone. False when another process was
 * faster. Damaged indexes are removed, and the words of their mails are made again.
 */
export async function mergeInto(
  deps: IndexDeps,
  teamId: number,
  chosen: readonly IndexRow[],
): Promise<boolean> {
  try {
    return await mergeWhole(deps, teamId, chosen)
  } catch (error) {
    if (!isIndexDamage(error)) throw error
    const damaged = await damagedOf(deps, teamId, chosen)
    if (damaged.length === 0) throw error
    return removeDamaged(deps, teamId, damaged)
  }
}

async function mergeWhole(
  { store, threads, now }: IndexDeps,
  teamId: number,
  chosen: readonly IndexRow[],
): Promise<boolean> {
  const indexes = []
  const ids: number[] = []
  // A mail is in two of them where its words were made again: they are the same.
  for (const row of chosen) {
    const index = await readIndex(store, teamId, row)
    // Another process merged it.
    if (index === undefined) return false
    for (const id of unpackDirectory(index.directory).ids) ids.push(id)
    indexes.push({ ...index, bytes: row.bytes })
  }
  ids.sort((one, other) => one - other)
  const kept = await keptOf(store, ids)
  const gone = new Set(ids.filter((id) => !kept.has(id)))
  const made = await threads.run('mergeIndexes', indexes, gone)
  return replaceWords(store, { teamId, indexes: chosen, made: made === null ? [] : [made] }, now())
}
