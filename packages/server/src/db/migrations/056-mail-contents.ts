import type { DialectName } from '../dialect.ts'
import { lockMailTables } from './lock-mail-tables.ts'

/**
 * Foreign keys are checked row by row, which costs each caught mail more than writing its row does. The
 * source, the words and the transcript of a mail are written with it, so that only their end needs a rule:
 * one trigger for each statement that deletes mails. SQLite checks its keys while it writes the row.
 */
export function mailContents(dialect: DialectName): string[] {
  if (dialect === 'sqlite') return []
  return [
    lockMailTables,
    ...contents.map((table) => `alter table ${table} drop constraint ${table}_mail_id_fkey`),
    // An array, so that the plan that a connection keeps never reads a whole table for a few mails.
    `create function remove_mail_contents() returns trigger language plpgsql as $$
      declare mail_ids constant bigint[] := array(select id from removed_mails);
      begin
        ${contents.map((table) => `delete from ${table} where mail_id = any(mail_ids);`).join('\n        ')}
        return null;
      end
    $$`,
    `create trigger mails_lose_contents after delete on mails
      referencing old table as removed_mails
      for each statement execute function remove_mail_contents()`,

    // The end of a batch: so that its rows are written or not without asking the process that sent it.
    `create function check_batch(teams bigint, counted bigint, refused json) returns void
      language plpgsql as $$
      begin
        if counted <> teams then
          raise exception 'team_counters lacks a row of % of % teams', teams - counted, teams
            using errcode = 'foreign_key_violation';
        elsif refused is not null then
          raise exception 'Teams may not have more mail' using errcode = 'MS001', detail = refused::text;
        end if;
      end
    $$`,
  ]
}

const contents = ['mail_sources', 'mail_transcripts', 'mail_words']
