import { sql } from 'kysely'
import type { Tx } from '../../database.ts'
import type { Emptying, MailRange } from '../../mail/mail-ranges.ts'
import { awaitOthers, mailTables, rangedTables, run, tableOf } from './range-tables.ts'

/** Rows of other tables that belong to mails; a trigger deletes them with a single mail. */
const belongings = ['mail_tags', 'mail_marks', 'mail_arrivals', 'mails_to_index', 'mail_forwards']

/**
 * Returns the disk space of a range, regardless of its size: truncating does not look at rows. The few mails that stay are
 * put aside and back again. Reading goes on until the tables are truncated; mail is caught all the time, as it is in
 * another range.
 */
export async function emptyRange(
  tx: Tx,
  range: MailRange,
  { isKept, mostKept, count }: Emptying,
): Promise<boolean> {
  const mails = tableOf('mails', range)
  const parts = rangedTables.map((table) => tableOf(table, range))
  // From here on nobody can change or restore a mail of this range, or what is stored of it, and all can read it.
  await run(tx, `lock table ${parts.join(', ')} in exclusive mode`)
  await sql`
    create temporary table kept_ids on commit drop as
    select mails.id from ${sql.table(mails)} as mails left join teams on teams.id = mails.team_id
    where ${isKept}`.execute(tx)
  const { rows } = await sql`select from kept_ids offset ${mostKept} limit 1`.execute(tx)
  if (rows.length > 0) return false
  const isGone = sql<boolean>`mails.id >= ${sql.lit(range.from)} and mails.id < ${sql.lit(range.to)}
    and mails.id not in (select id from kept_ids)`
  const settle = await count(tx, isGone)
  for (const table of belongings) {
    await run(
      tx,
      `delete from ${table} where mail_id >= ${range.from} and mail_id < ${range.to}
       and mail_id not in (select id from kept_ids)`,
    )
  }
  for (const [table, id] of Object.entries(mailTables)) {
    await run(
      tx,
      `create temporary table kept_${table} on commit drop as
       select * from ${tableOf(table, range)} where ${id} in (select id from kept_ids)`,
    )
  }
  await awaitOthers(tx, range)
  await run(tx, `truncate ${parts.join(', ')}`)
  for (const table of Object.keys(mailTables)) {
    await run(tx, `insert into ${tableOf(table, range)} select * from kept_${table}`)
  }
  // Their words were among those of mail that is gone.
  await run(tx, 'insert into mails_to_index select id from kept_ids on conflict do nothing')
  // Comes last, as other processes wait for the counters of a team.
  await settle()
  return true
}
