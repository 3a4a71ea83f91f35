import { sql } from 'kysely'
import type { BaseLogger } from 'pino'
import type { Sql } from '../../../database.ts'
import { isIndexDamage } from '../format/byte-reader.ts'
import { unpackDirectory } from '../format/directory.ts'
import { inOneGo, replaceIn } from './replace-words.ts'
import { unpackNewWords } from '../unpacked-words.ts'
import { readIndex, type NewWordsRow, type Place } from './word-index-store.ts'
import type { WordThreads } from '../word-threads.ts'

// What cannot be read would hold up all that is done with it: it is removed, and its mails wait for words of their sources.

export type DamageDeps = {
  store: Sql
  /** Mails wait for their words in `mails_to_index`. */
  onAwaited: () => void
  log?: Pick<BaseLogger, 'error' | 'warn'> | undefined
}

/** Returns the indexes that are damaged. Each is read by itself. */
export async function damagedOf<Index extends Place & { bytes: number }>(
  { store, threads }: { store: Sql; threads: WordThreads },
  teamId: number,
  indexes: readonly Index[],
): Promise<Index[]> {
  const found: Index[] = []
  for (const row of indexes) {
    try {
      const index = await readIndex(store, teamId, row)
      if (index === undefined) continue
      unpackDirectory(index.directory)
      await threads.run('mergeIndexes', [{ ...index, bytes: row.bytes }], new Set())
    } catch (error) {
      if (!isIndexDamage(error)) throw error
      found.push(row)
    }
  }
  return found
}

/**
 * False when another process did it. Which mails a damaged index has is not known: all between its first and its last
 * wait.
 */
export async function removeDamaged(
  { store, onAwaited, log }: DamageDeps,
  teamId: number,
  indexes: readonly Place[],
): Promise<boolean> {
  const isDone = await inOneGo(store, async (tx) => {
    for (const { first_mail, id } of indexes) {
      await sql`
        insert into mails_to_index
        select mails.id from mails
        join word_indexes as damaged on damaged.team_id = mails.team_id
        and mails.id >= damaged.first_mail and mails.id <= damaged.last_mail
        where damaged.team_id = ${teamId} and damaged.first_mail = ${first_mail} and damaged.id = ${id}
        and mails.team_id = ${teamId}
        order by mails.id for key share of mails
        on conflict do nothing`.execute(tx)
    }
    await replaceIn(tx, { teamId, indexes, made: [] }, 0)
  })
  if (!isDone) return false
  log?.error(
    { teamId, indexes: indexes.map(({ id }) => id) },
    'Word indexes were damaged: the words of their mail are made again',
  )
  onAwaited()
  return true
}

/** Their words are made again of their sources. */
async function awaitWords(store: Sql, mailIds: readonly number[]): Promise<void> {
  await sql`
    insert into mails_to_index
    select id from mails where id = any(${mailIds}::bigint[]) order by id for key share
    on conflict do nothing`.execute(store)
}

/** Removes the rows that cannot be read. False when there are none, or when another process has removed them. */
export async function removeDamagedRows(
  { store, onAwaited, log }: DamageDeps,
  teamId: number,
  rows: readonly NewWordsRow[],
): Promise<boolean> {
  const damaged: NewWordsRow[] = []
  for (const row of rows) {
    const isWhole = await unpackNewWords(row.mail_ids, row).then(
      () => true,
      () => false,
    )
    if (!isWhole) damaged.push(row)
  }
  if (damaged.length === 0) return false
  const isDone = await inOneGo(store, async (tx) => {
    await replaceIn(tx, { teamId, newWords: damaged, made: [] }, 0)
    await awaitWords(
      tx,
      damaged.flatMap(({ mail_ids }) => mail_ids),
    )
  })
  if (!isDone) return false
  log?.error(
    { teamId, rows: damaged.map(({ id }) => id) },
    'New words were damaged: they are made again',
  )
  onAwaited()
  return true
}
