import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/** Marks go with their mail: on SQLite by a key, on Postgres by a trigger, as what belongs to mail does there. */
export function guards(dialect: DialectName): Migration {
  const { integer, countedId, end, keyed } = columnTypes[dialect]
  const isSqlite = dialect === 'sqlite'
  const ofTeam = 'references teams (id) on delete cascade'
  const statements = [
    `create table mail_marks (
      team_id ${integer} not null,
      mail_id ${integer} not null ${isSqlite ? 'references mails (id) on delete cascade' : ''},
      key text not null,
      primary key (mail_id, key)
    ) ${keyed}`,
    'create index mails_of_mark on mail_marks (team_id, key, mail_id)',
    `create table judged_teams (
      team_id ${integer} primary key not null ${ofTeam},
      revision ${integer} not null,
      reached_mail ${integer} not null,
      judged_at ${integer} not null
    ) ${end}`,
    `create table guards (
      id ${countedId},
      team_id ${integer} not null ${ofTeam},
      name text not null,
      demand text not null,
      "except" text,
      on_at ${integer},
      created_at ${integer} not null
    ) ${end}`,
    'create unique index guards_of_team on guards (team_id, name)',
    `create table counted_mails (
      team_id ${integer} not null ${ofTeam},
      hash text not null,
      counted_mail ${integer} not null,
      at ${integer} not null,
      primary key (team_id, hash, counted_mail)
    ) ${keyed}`,
    'create index counted_mails_by_age on counted_mails (at)',
    ...(isSqlite ? [] : onlyPostgres),
  ]
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
  }
}

const onlyPostgres = [
  `create function remove_mail_marks() returns trigger language plpgsql
    set plan_cache_mode = force_custom_plan as $$
    declare mail_ids constant bigint[] := array(select id from removed_mails);
    begin
      delete from mail_marks where mail_id = any(mail_ids);
      return null;
    end
  $$`,
  `create trigger mails_lose_marks after delete on mails
    referencing old table as removed_mails
    for each statement execute function remove_mail_marks()`,
]
