import { sql } from 'kysely'
import type { Sql, Tx } from '../../database.ts'
import { run } from '../mail-ranges/range-tables.ts'
import { keptForOthers } from '../words-from-before.ts'

// The words of a version before, in `mail_words`.

/** `list`: null where there is a tsvector alone. Without a team where the mail is gone. */
export type OlderWords = { mail_id: number; team_id: number | null; list: string | null }

/** The newest ones below an id: one, and more as long as they have at most so many bytes. */
export async function listOlderWords(
  store: Sql,
  { below, limit, bytes }: { below: number; limit: number; bytes: number },
): Promise<OlderWords[]> {
  const { rows } = await sql<OlderWords>`
    select mail_id, mails.team_id, word_list as list from (
      select *, row_number() over newer as place,
        sum(coalesce(octet_length(word_list), 0)) over newer as so_far
      from (
        select mail_id, word_list from mail_words where mail_id < ${below}
        order by mail_id desc limit ${limit}
      ) as newest
      window newer as (order by mail_id desc rows unbounded preceding)
    ) as counted
    left join lateral (select team_id from mails where id = mail_id offset 0) as mails on true
    where place = 1 or so_far <= ${bytes}
    order by place`.execute(store)
  return rows
}

/** How many of the lists there were. */
export async function deleteLists(tx: Tx, mailIds: readonly number[]): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from mail_words where mail_id = any(${mailIds}::bigint[])
    and mail_id >= ${Math.min(...mailIds)} and mail_id <= ${Math.max(...mailIds)}
    and word_list is not null`.execute(tx)
  return Number(numAffectedRows)
}

/** How many mails wait for their words, up to `most`. */
export async function countWaiting(store: Sql, most: number): Promise<number> {
  const { rows } = await sql`select from mails_to_index limit ${most}`.execute(store)
  return rows.length
}

/** Their words are made again of their sources. */
export async function awaitWords(store: Sql, mailIds: readonly number[]): Promise<void> {
  await sql`
    insert into mails_to_index
    select id from mails where id = any(${mailIds}::bigint[]) order by id for key share
    on conflict do nothing`.execute(store)
}

/** The words of before of mails that wait for theirs. They go on waiting. */
export async function deleteAwaited(store: Sql): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from mail_words where mail_id = any(array(select mail_id from mails_to_index))`.execute(
    store,
  )
  return Number(numAffectedRows)
}

/** Whether there is something that belongs to these words alone. */
export async function hasTraces(store: Sql): Promise<boolean> {
  const kept = await sql`select from leases where name = ${keptForOthers}`.execute(store)
  return kept.rows.length > 0 || (await listIndexes(store)).length > 0
}

/** Returns the room of the words and of their indexes to the system. False when there are words again. */
export async function removeTraces(tx: Tx): Promise<boolean> {
  await run(tx, 'lock table mail_words in access exclusive mode')
  if (await hasOlderWords(tx)) return false
  for (const index of await listIndexes(tx)) await run(tx, `drop index ${index}`)
  await run(tx, 'truncate mail_words')
  await tx.deleteFrom('leases').where('name', '=', keptForOthers).execute()
  return true
}

/** By their key: rows that were deleted are marked in it, and in the table they are read again and again. */
async function hasOlderWords(store: Sql): Promise<boolean> {
  const { rows } = await sql`select mail_id from mail_words order by mail_id limit 1`.execute(store)
  return rows.length > 0
}

/** Those of words, also those that a process began to make. One of a range goes with that of the whole. */
async function listIndexes(store: Sql): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index
    join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
    where amname = 'gin' and not relispartition and (indrelid = to_regclass('mail_words')
      or indrelid in (select inhrelid from pg_inherits where inhparent = to_regclass('mail_words')))`.execute(
    store,
  )
  return rows.map(({ name }) => name)
}
