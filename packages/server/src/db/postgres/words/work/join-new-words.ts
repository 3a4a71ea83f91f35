import { removeDamagedRows } from './damaged-words.ts'
import { isEnough, mostNew, mostRows, type NewSize } from './index-sizes.ts'
import { rangeEnds, sizeOf, type IndexDeps } from './make-indexes.ts'
import { inRows, newWordRow } from '../new-words.ts'
import { replaceWords } from './replace-words.ts'
import { unpackNewWords } from '../unpacked-words.ts'
import { keptOf, readNewWords, type NewWordsRow } from './word-index-store.ts'

type JoinDeps = Omit<IndexDeps, 'threads'>

/** Makes few rows of the new words of a team that gets its mail one by one, as a search reads each row. */
export async function joinNewWords(
  deps: JoinDeps,
  teamId: number,
): Promise<{ left: NewSize } | { taken: NewSize }> {
  const rows = await readNewWords(deps.store, teamId, mostNew)
  const size = sizeOf(rows)
  if (isEnough(size) || rows.length <= mostRows) return { left: size }
  const isDone = await rewriteNewWords(deps, teamId, rows)
  return { taken: isDone ? size : { mails: 0, bytes: 0, rows: 0 } }
}

/**
 * Writes as few rows as possible, without the mails that are gone. False when another process was faster, or some
 * were damaged.
 */
export async function rewriteNewWords(
  deps: JoinDeps,
  teamId: number,
  rows: readonly NewWordsRow[],
): Promise<boolean> {
  const mails = await mailsOf(rows).catch(async (error: unknown) => {
    if (!(await removeDamagedRows(deps, teamId, rows))) throw error
    return null
  })
  if (mails === null) return false
  const kept = await keptOf(
    deps.store,
    mails.map(({ id }) => id),
  )
  const ends = await rangeEnds(deps.store)
  const byRange = Map.groupBy(
    mails.filter(({ id }) => kept.has(id)),
    ({ id }) => ends.find((end) => id < end),
  )
  const some = [...byRange.values()].flatMap((own) => inRows(own))
  const joined = await Promise.all(some.map((own) => newWordRow(teamId, own)))
  return replaceWords(deps.store, { teamId, newWords: rows, joined, made: [] }, deps.now())
}

/** Words by the ids of mails. Where words were made again, the last row counts. */
async function mailsOf(rows: readonly NewWordsRow[]): Promise<{ id: number; words: string }[]> {
  const words = new Map<number, string>()
  for (const row of rows.toSorted((one, other) => one.id - other.id)) {
    const { ids, texts } = await unpackNewWords(row.mail_ids, row)
    ids.forEach((id, at) => words.set(id, texts[at] ?? ' '))
  }
  return [...words]
    .map(([id, text]) => ({ id, words: text }))
    .toSorted((one, other) => one.id - other.id)
}
