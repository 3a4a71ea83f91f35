import { sql } from 'kysely'
import type { Sql, Tx } from '../../database.ts'
import type { MailRange } from '../../mail/mail-ranges.ts'
import { becomeRange } from './become-range.ts'
import { addPart, isInRanges, listRanges, run, tableOf } from './range-tables.ts'

// The tables of words (`postgres/words/`) have the ranges of `mails`. Processes of a version that does not know them
// make and remove ranges of mail alone: so they are aligned repeatedly.

/**
 * Listed in the order in which all transactions lock them. A row belongs to many mails: the first of these decides
 * its range.
 */
const all = ['new_words', 'word_indexes', 'word_blocks']
const key = 'first_mail'

/** Returns the tables that exist; there are none before migration 063. */
export async function wordTables(store: Sql): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${all}::text[]) with ordinality as names (name, place)
    where to_regclass(name) is not null order by place`.execute(store)
  return rows.map(({ name }) => name)
}

/** Only one transaction at a time may change ranges. */
export async function alignWordTables(tx: Tx): Promise<void> {
  const ranges = await listRanges(tx)
  if (ranges.length === 0) return
  for (const table of await wordTables(tx)) {
    if (!(await isInRanges(tx, table))) await becomeRanges(tx, table, ranges)
    const parts = await listRanges(tx, table)
    for (const range of ranges) if (!includes(parts, range)) await addPart(tx, table, range)
    for (const part of parts.filter((part) => !includes(ranges, part))) {
      if (table === 'new_words') await awaitOthers(tx, part)
      await run(tx, `drop table ${tableOf(table, part)}`)
    }
  }
}

export async function areAligned(store: Sql): Promise<boolean> {
  const ranges = await listRanges(store)
  for (const table of ranges.length === 0 ? [] : await wordTables(store)) {
    const parts = await listRanges(store, table)
    if (parts.length !== ranges.length || !ranges.every((one) => includes(parts, one))) return false
  }
  return true
}

const includes = (ranges: MailRange[], { to }: MailRange) => ranges.some((one) => one.to === to)

/** Rows of other ranges are there only where a process of a version before made ranges of mail meanwhile: few, if any. */
async function becomeRanges(tx: Tx, table: string, ranges: MailRange[]): Promise<void> {
  const [first = { from: 0, to: 0 }, ...others] = ranges
  await run(tx, `lock table ${table} in access exclusive mode`)
  await run(
    tx,
    `create temporary table later_${table} on commit drop as
     select * from ${table} where ${key} >= ${first.to}`,
  )
  await run(tx, `delete from ${table} where ${key} >= ${first.to}`)
  await becomeRange(tx, { table, id: key, first })
  for (const range of others) await addPart(tx, table, range)
  await run(tx, `insert into ${table} select * from later_${table}`)
}

/**
 * A batch may have mails of two ranges, and its words are in the first. When that goes, they are made again. For who
 * holds the rows of the range.
 */
export async function awaitOthers(tx: Tx, { to }: MailRange): Promise<void> {
  await run(
    tx,
    `insert into mails_to_index
     select id from mails where id >= ${to} and id in (
       select unnest(mail_ids) from ${tableOf('new_words', { from: 0, to })} where mail_ids[cardinality(mail_ids)] >= ${to})
     order by id for key share
     on conflict do nothing`,
  )
}
