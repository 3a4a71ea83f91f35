import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/**
 * What an inbox of a million mails needs: deleted mail that can come back for a while, counts of
 * mails by block of ids so that any page is found without walking to it, facts among the words of a
 * mail, and pins. Mail that is there already waits in `mails_to_index` for its new words.
 */
export function inbox(dialect: DialectName): string[] {
  return [...trash(dialect), ...blocks(dialect), ...words(dialect), ...pins(dialect)]
}

/** Deleted mail is in none of the indexes that lists are read from. */
function trash(dialect: DialectName): string[] {
  const { integer } = columnTypes[dialect]
  return [
    `alter table mails add column trashed_at ${integer}`,
    `alter table mails add column sender_key text not null default ''`,
    `alter table mails add column recipient_keys text not null default '[]'`,
    // When a team goes, its mails are found by `mails_by_time`.
    `drop index mails_by_team`,
    `drop index unread_mails_by_team`,
    `create index kept_mails on mails (team_id, id) where trashed_at is null`,
    `create index unread_mails on mails (team_id, id) where read_at is null and trashed_at is null`,
    `create index flagged_mails on mails (team_id, id)
       where flagged_at is not null and trashed_at is null`,
    `create index trashed_mails on mails (trashed_at, id) where trashed_at is not null`,
  ]
}

function blocks(dialect: DialectName): string[] {
  const { integer, end } = columnTypes[dialect]
  return [
    `create table mail_blocks (
      team_id ${integer} not null references teams (id) on delete cascade,
      block ${integer} not null,
      total ${integer} not null,
      unread ${integer} not null,
      primary key (team_id, block)
    ) ${end}${dialect === 'sqlite' ? ', without rowid' : ''}`,
    `insert into mail_blocks (team_id, block, total, unread)
      select team_id, id / 1024, count(*), count(*) - count(read_at) from mails group by 1, 2`,
  ]
}

function words(dialect: DialectName): string[] {
  const { integer, end } = columnTypes[dialect]
  const emptied =
    dialect === 'postgres'
      ? ['truncate mail_words']
      : [
          `drop table mail_words`,
          `create virtual table mail_words using fts5 (
            team, facts, sender, recipients, subject, body,
            content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0'
          )`,
          `insert into mail_words (mail_words, rank) values ('automerge', 8)`,
        ]
  return [
    ...emptied,
    `create table mails_to_index (
      mail_id ${integer} primary key not null references mails (id) on delete cascade
    ) ${end}`,
    `insert into mails_to_index (mail_id) select id from mails`,
  ]
}

function pins(dialect: DialectName): string[] {
  const { integer, countedId, end } = columnTypes[dialect]
  return [
    `create table pins (
      id ${countedId},
      team_id ${integer} not null references teams (id) on delete cascade,
      type text not null,
      query text not null,
      query_key text not null,
      label text,
      created_at ${integer} not null
    ) ${end}`,
    `create unique index pins_by_query on pins (team_id, type, query_key)`,
  ]
}
