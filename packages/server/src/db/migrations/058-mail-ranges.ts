import type { Migration } from 'kysely/migration'
import { sql } from 'kysely'
import type { Sql, Tx } from '../database.ts'
import type { DialectName } from '../dialect.ts'
import { lockMailTables } from './lock-mail-tables.ts'
import { beginWithRanges } from '../postgres/mail-ranges/first-range.ts'

/**
 * Postgres keeps mail in ranges of ids (`db/mail/mail-ranges.ts`). A store without mail begins with them; one with mail
 * gets them behind the start. Foreign keys to a table of ranges are checked in each range, and must be removed before
 * a range is: triggers do what they did, one for each statement.
 */
export function mailRanges(dialect: DialectName): Migration {
  return {
    async up(db: Sql) {
      if (dialect === 'sqlite') return
      for (const statement of withoutKeys) await sql.raw(statement).execute(db)
      const { rows } = await sql`select from mails limit 1`.execute(db)
      if (rows.length === 0) await beginWithRanges(db as Tx)
    },
  }
}

/** What belongs to a mail besides its contents, which 056 removes. */
const belongings = ['mail_tags', 'mail_arrivals', 'mails_to_index', 'mail_forwards']

const withoutKeys = [
  lockMailTables,
  ...belongings.map((table) => `alter table ${table} drop constraint ${table}_mail_id_fkey`),
  // A plan that is made for the ids at hand reads the tables of their ranges and no others.
  `alter function remove_mail_contents() set plan_cache_mode = force_custom_plan`,
  `create function remove_mail_belongings() returns trigger language plpgsql
    set plan_cache_mode = force_custom_plan as $$
    declare mail_ids constant bigint[] := array(select id from removed_mails);
    begin
      ${belongings.map((table) => `delete from ${table} where mail_id = any(mail_ids);`).join('\n      ')}
      return null;
    end
  $$`,
  `create trigger mails_lose_belongings after delete on mails
    referencing old table as removed_mails
    for each statement execute function remove_mail_belongings()`,
  // Tags and arrivals are written with their mail, or while it is held. A forward is not.
  `create function require_mail() returns trigger language plpgsql as $$
    begin
      perform from mails where id = new.mail_id for key share;
      if not found then
        raise foreign_key_violation using message = 'The mail is gone';
      end if;
      return new;
    end
  $$`,
  `create trigger forwards_have_a_mail before insert on mail_forwards
    for each row execute function require_mail()`,
]
