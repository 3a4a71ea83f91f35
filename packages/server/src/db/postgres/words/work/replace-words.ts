import { sql, type Insertable } from 'kysely'
import type { Sql, Tx } from '../../../database.ts'
import type { Schema } from '../../../schema.ts'
import type { MadeIndex, Place } from './word-index-store.ts'

export type Replacement = {
  teamId: number
  newWords?: readonly Place[]
  indexes?: readonly Place[]
  joined?: readonly Insertable<Schema['new_words']>[]
  made: readonly MadeIndex[]
}

/** Another process used the same words, or their range was emptied. */
class WordsTaken extends Error {}

/**
 * Replaces words in one transaction. False when any of what goes is gone already: then nothing was changed, so that
 * no words are lost or there twice, also when two processes do the same at the same time. What a crash loses is done
 * again, so the commit does not wait for the disk.
 */
export async function replaceWords(
  store: Sql,
  replacement: Replacement,
  now: number,
): Promise<boolean> {
  return inOneGo(store, (tx) => replaceIn(tx, replacement, now))
}

/** False when `work` found that another process was at it. */
export async function inOneGo(store: Sql, work: (tx: Tx) => Promise<void>): Promise<boolean> {
  try {
    await store.transaction().execute(async (tx) => {
      await sql`set local synchronous_commit = off`.execute(tx)
      await work(tx)
    })
    return true
  } catch (error) {
    if (error instanceof WordsTaken) return false
    throw error
  }
}

/** Throws, so that the transaction is undone, when any of what goes is gone already. */
export async function replaceIn(
  tx: Sql,
  { teamId, newWords = [], indexes = [], joined = [], made }: Replacement,
  now: number,
): Promise<void> {
  for (const [table, places] of [
    ['new_words', newWords],
    ['word_indexes', indexes],
  ] as const) {
    requireAll(await deletePlaces(tx, table, teamId, places), places.length)
  }
  if (indexes.length > 0) await deleteBlocks(tx, indexes)
  if (joined.length > 0) await tx.insertInto('new_words').values(joined).execute()
  for (const index of made) await insertIndex(tx, teamId, index, now)
}

function requireAll(found: number, wanted: number): void {
  if (found < wanted) throw new WordsTaken()
}

async function deletePlaces(
  tx: Sql,
  table: 'new_words' | 'word_indexes',
  teamId: number,
  places: readonly Place[],
): Promise<number> {
  if (places.length === 0) return 0
  const firstMails = places.map(({ first_mail }) => first_mail)
  const ids = places.map(({ id }) => id)
  const rows = sql.table(table)
  const { numAffectedRows } = await sql`
    delete from ${rows} using unnest(${firstMails}::bigint[], ${ids}::bigint[]) as gone (first_mail, id)
    where ${rows}.team_id = ${teamId} and ${rows}.first_mail = gone.first_mail and ${rows}.id = gone.id
    and ${rows}.first_mail >= ${Math.min(...firstMails)} and ${rows}.first_mail <= ${Math.max(...firstMails)}`.execute(
    tx,
  )
  return Number(numAffectedRows)
}

async function deleteBlocks(tx: Sql, indexes: readonly Place[]): Promise<void> {
  await tx
    .deleteFrom('word_blocks')
    .where('first_mail', 'in', [...new Set(indexes.map(({ first_mail }) => first_mail))])
    .where(
      'index_id',
      'in',
      indexes.map(({ id }) => id),
    )
    .execute()
}

/** Bytes of one statement, which is in memory several times until it is sent. */
const bytesAtOnce = 2 * 1024 * 1024
/** A statement has 65,535 parameters at most. */
const blocksAtOnce = 1_000

async function insertIndex(
  tx: Sql,
  teamId: number,
  { blocks, ...index }: MadeIndex,
  now: number,
): Promise<void> {
  const { id } = await tx
    .insertInto('word_indexes')
    .values({ ...index, team_id: teamId, made_at: now, checked_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  let rows: Insertable<Schema['word_blocks']>[] = []
  let bytes = 0
  for (const [no, { postings, places }] of blocks.entries()) {
    rows.push({ index_id: id, first_mail: index.first_mail, no, postings, places })
    bytes += postings.length + places.length
    if (bytes < bytesAtOnce && rows.length < blocksAtOnce && no < blocks.length - 1) continue
    await tx.insertInto('word_blocks').values(rows).execute()
    rows = []
    bytes = 0
  }
}
