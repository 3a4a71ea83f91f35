import type { Sql } from '../../database.ts'
import { listRanges } from '../mail-ranges/range-tables.ts'
import { unpackDirectory } from './directory.ts'
import { isEnough, mostNew, toMerge, type Size } from './index-sizes.ts'
import { replaceWords } from './replace-words.ts'
import {
  keptOf,
  listIndexes,
  readBlocks,
  readDirectory,
  readNewWords,
  type IndexRow,
  type MadeIndex,
  type NewWordsRow,
} from './word-index-store.ts'
import type { WordThreads } from './word-threads.ts'

export type IndexDeps = { store: Sql; threads: WordThreads; now: () => number }

type WordRow = Pick<NewWordsRow, 'mail_ids' | 'bytes' | 'words'>

/** An index of these rows for each range that their mails are in. */
export async function indexRows(
  { store, threads }: Pick<IndexDeps, 'store' | 'threads'>,
  rows: readonly WordRow[],
): Promise<MadeIndex[]> {
  const ids = rows.flatMap(({ mail_ids }) => mail_ids)
  const kept = await keptOf(
    store,
    ids.toSorted((one, other) => one - other),
  )
  // After the rows: where mail of the next range is among them, there is that range.
  const ends = await rangeEnds(store)
  return threads.run(
    'indexNewWords',
    rows.map(({ mail_ids, bytes, words }) => ({ mail_ids, bytes, length: words.length })),
    Buffer.concat(rows.map(({ words }) => words)),
    { gone: new Set(ids.filter((id) => !kept.has(id))), ends },
  )
}

/** Without ranges, all mail is in one. */
async function rangeEnds(store: Sql): Promise<number[]> {
  const ends = (await listRanges(store)).map(({ to }) => to)
  return ends.length === 0 ? [Number.MAX_SAFE_INTEGER] : ends
}

/** What became of a team's new words: nothing where there are few, or where somebody else was faster. */
export type Folded = { made: MadeIndex[] } & ({ left: Size } | { taken: Size })

/** Makes an index of new words of a team, as much as fits into memory. */
export async function foldNewWords(deps: IndexDeps, teamId: number): Promise<Folded> {
  const rows = await readNewWords(deps.store, teamId, mostNew)
  const size = {
    mails: rows.reduce((sum, { mail_ids }) => sum + mail_ids.length, 0),
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
  }
  if (!isEnough(size)) return { made: [], left: size }
  const made = await indexRows(deps, rows)
  const isDone = await replaceWords(deps.store, { teamId, newWords: rows, made }, deps.now())
  return isDone ? { made, taken: size } : { made: [], taken: { mails: 0, bytes: 0 } }
}

/** Where a team has an index: its range has others. */
export type Crowd = { team_id: number; first_mail: number }

/** Makes one index of several small ones. False when there are few of them. */
export async function mergeCrowd(
  deps: IndexDeps,
  { team_id: teamId, first_mail }: Crowd,
): Promise<boolean> {
  const ends = await rangeEnds(deps.store)
  const range = {
    from: ends.findLast((end) => end <= first_mail) ?? 0,
    to: ends.find((end) => end > first_mail) ?? first_mail,
  }
  const chosen = toMerge(await listIndexes(deps.store, teamId, range))
  if (chosen.length === 0) return false
  await mergeInto(deps, teamId, chosen)
  return true
}

/** Puts one index in the place of some of one range, without the mails that are gone. */
export async function mergeInto(
  { store, threads, now }: IndexDeps,
  teamId: number,
  chosen: readonly IndexRow[],
): Promise<void> {
  const indexes = []
  const ids: number[] = []
  // A mail is in two of them where its words were made again: they are the same.
  for (const row of chosen) {
    const directory = await readDirectory(store, teamId, row)
    const blocks = await readBlocks(store, row)
    // Somebody else merged it.
    if (directory === undefined || blocks.length === 0) return
    for (const id of unpackDirectory(directory).ids) ids.push(id)
    indexes.push({ directory, blocks, bytes: row.bytes })
  }
  ids.sort((one, other) => one - other)
  const kept = await keptOf(store, ids)
  const gone = new Set(ids.filter((id) => !kept.has(id)))
  const made = await threads.run('mergeIndexes', indexes, gone)
  await replaceWords(store, { teamId, indexes: chosen, made: made === null ? [] : [made] }, now())
}
