import { sql } from 'kysely'
import type { Sql } from '../../../database.ts'
import { isIndexDamage } from '../format/byte-reader.ts'
import { removeDamaged } from './damaged-words.ts'
import { unpackDirectory } from '../format/directory.ts'
import { rewriteNewWords } from './join-new-words.ts'
import { mergeInto, type IndexDeps } from './make-indexes.ts'
import { replaceWords } from './replace-words.ts'
import {
  keptOf,
  listIndexes,
  readDirectory,
  readNewWordsAt,
  type IndexRow,
} from './word-index-store.ts'

/** How long words may stay whose mail is all gone. */
const everyMs = 6 * 60 * 60_000
/** How long words may stay that have lost some of their mail: the rest is written again. */
const longestMs = 30 * 24 * 60 * 60_000
const rowsAtOnce = 200

type Cursor = { team_id: number; first_mail: number; id: number }
const beginning: Cursor = { team_id: 0, first_mail: 0, id: 0 }
const after = ({ team_id, first_mail, id }: Cursor) =>
  sql`(team_id, first_mail, id) > (${team_id}, ${first_mail}, ${id})`

/**
 * Deleting a mail leaves its words; this sweep removes them. It looks at all indexes and new words in turn, deletes
 * those without any mail, writes new words again without mail that is gone, and does the same with an index that has
 * lost more than half of its mails, or any after some weeks.
 */
export function createWordSweep(deps: IndexDeps) {
  const { store, now } = deps
  let cursor: Cursor | null = beginning
  let table: 'word_indexes' | 'new_words' = 'word_indexes'
  let begun = now()

  /** Where to look on, and what was not looked at since then. */
  async function nextIndex(at: Cursor): Promise<[Cursor | null, CheckedIndex | undefined]> {
    const next = await listNext(store, at)
    const index = next.find(({ checked_at }) => checked_at <= now() - everyMs)
    return [index ?? next.at(-1) ?? null, index]
  }

  async function sweepIndex(index: CheckedIndex): Promise<void> {
    const { team_id: teamId } = index
    const directory = await readDirectory(store, teamId, index)
    // Another process merged it.
    if (directory === undefined) return
    const ids = idsOf(directory)
    if (ids === null) return void (await removeDamaged(deps, teamId, [index]))
    const kept = await keptOf(store, ids)
    if (kept.size === 0) await replaceWords(store, { teamId, indexes: [index], made: [] }, now())
    else if (isToRewrite(index, ids.length, kept.size)) await mergeInto(deps, teamId, [index])
    else await setChecked(store, index, now())
  }

  async function sweepRow({ team_id: teamId, ...place }: Cursor): Promise<void> {
    const row = await readNewWordsAt(store, teamId, place)
    if (row) await rewriteNewWords(deps, teamId, [row])
  }

  const isToRewrite = ({ made_at }: CheckedIndex, mails: number, kept: number) =>
    kept < mails / 2 || (kept < mails && made_at <= now() - longestMs)

  return {
    /** A step of it; false when there is nothing to look at for now. */
    async step(): Promise<boolean> {
      if (cursor === null) {
        if (now() - begun < everyMs) return false
        cursor = beginning
        begun = now()
      }
      if (table === 'word_indexes') {
        const [next, index] = await nextIndex(cursor)
        // Advances the cursor first, so that a failing index cannot block the next.
        cursor = next
        if (index) await sweepIndex(index)
      } else {
        const looked = await sweepNewWords(store, cursor)
        cursor = looked.at(-1) ?? null
        for (const row of looked) if (row.is_partly_gone) await sweepRow(row)
      }
      if (cursor !== null) return true
      if (table === 'new_words') table = 'word_indexes'
      else {
        table = 'new_words'
        cursor = beginning
      }
      return cursor !== null
    },
  }
}

function idsOf(directory: Uint8Array): number[] | null {
  try {
    return unpackDirectory(directory).ids
  } catch (error) {
    if (isIndexDamage(error)) return null
    throw error
  }
}

type CheckedIndex = IndexRow & { team_id: number; made_at: number; checked_at: number }

async function listNext(store: Sql, cursor: Cursor): Promise<CheckedIndex[]> {
  const { rows } = await sql<CheckedIndex>`
    select team_id, first_mail, id, mails, bytes, terms, made_at, checked_at from word_indexes
    where ${after(cursor)} order by team_id, first_mail, id limit ${rowsAtOnce}`.execute(store)
  return rows
}

async function setChecked(store: Sql, { team_id, first_mail, id }: Cursor, at: number) {
  await store
    .updateTable('word_indexes')
    .set({ checked_at: at })
    .where('team_id', '=', team_id)
    .where('first_mail', '=', first_mail)
    .where('id', '=', id)
    .execute()
}

/** What it looked at. An offset keeps the planner from reading all mail for a few rows. */
export async function sweepNewWords(
  store: Sql,
  cursor: Cursor,
): Promise<(Cursor & { is_partly_gone: boolean })[]> {
  const { rows } = await sql<Cursor & { is_partly_gone: boolean }>`
    with looked as materialized (
      select team_id, first_mail, id, mail_ids from new_words where ${after(cursor)}
      order by team_id, first_mail, id limit ${rowsAtOnce}
    ), counted as materialized (
      select looked.*, (
        select count(*) from (select from mails where id = any(looked.mail_ids) offset 0) as there
      ) as kept from looked
    ), gone as (
      delete from new_words using counted
      where new_words.team_id = counted.team_id and new_words.first_mail = counted.first_mail
      and new_words.id = counted.id and kept = 0
    )
    select team_id, first_mail, id, kept > 0 and kept < cardinality(mail_ids) as is_partly_gone
    from counted order by 1, 2, 3`.execute(store)
  return rows
}

const everywhere = { from: 0, to: Number.MAX_SAFE_INTEGER }
const indexesAtOnce = 8

/** Removes all words of a team without mail, some at a time, until it is aborted. */
export async function removeTeamWords(
  { store, now }: Pick<IndexDeps, 'store' | 'now'>,
  teamId: number,
  signal?: AbortSignal,
): Promise<void> {
  await store.deleteFrom('new_words').where('team_id', '=', teamId).execute()
  const indexes = await listIndexes(store, teamId, everywhere)
  for (let from = 0; from < indexes.length && !signal?.aborted; from += indexesAtOnce) {
    const some = indexes.slice(from, from + indexesAtOnce)
    // What another process made of them meanwhile goes with the next look at words without mail.
    await replaceWords(store, { teamId, indexes: some, made: [] }, now())
  }
}
