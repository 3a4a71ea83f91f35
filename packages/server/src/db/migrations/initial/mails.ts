import type { DialectName } from '../../dialect.ts'
import { columnTypes } from '../column-types.ts'

/**
 * Mail and what belongs to it. Sources lie apart from mails, so that a page of the list reads no blobs. Deleted mail is in
 * none of the indexes that lists are read from.
 *
 * SQLite removes what belongs to a mail by foreign keys. Postgres checks a key row by row, which costs each caught mail
 * more than writing its row does, and for a table of ranges in each range: there triggers do it (`initial-postgres.ts`).
 */
export function mails(dialect: DialectName): string[] {
  const { integer, countedId, bytes, keyed, end } = columnTypes[dialect]
  const isSqlite = dialect === 'sqlite'
  const ofMail = isSqlite ? 'references mails (id) on delete cascade' : ''
  /** `db/mail/mail-ranges.ts` says what ranges of ids are. */
  const inRangesOf = (id: string) => (isSqlite ? end : `partition by range (${id})`)
  return [
    // SQLite remembers the highest id ever given by `autoincrement`, Postgres by a sequence.
    ...(isSqlite ? [] : ['create sequence mail_ids']),
    `create table mails (
      id ${isSqlite ? 'integer primary key autoincrement' : 'bigint primary key'},
      team_id ${integer} not null references teams (id) on delete cascade,
      received_at ${integer} not null,
      dated_at ${integer},
      subject text not null,
      from_name text not null,
      from_address text not null,
      recipients text not null,
      envelope_from text not null,
      envelope_to text not null,
      attachment_count ${integer} not null,
      size ${integer} not null,
      read_at ${integer},
      flagged_at ${integer},
      trashed_at ${integer},
      sender_key text not null default '',
      recipient_keys text not null default '[]',
      imported_at ${integer},
      snippet text not null default '',
      login text,
      other_people text
    ) ${inRangesOf('id')}`,
    `create index kept_mails on mails (team_id, id) where trashed_at is null`,
    `create index unread_mails on mails (team_id, id) where read_at is null and trashed_at is null`,
    `create index flagged_mails on mails (team_id, id)
       where flagged_at is not null and trashed_at is null`,
    `create index trashed_mails on mails (trashed_at, id) where trashed_at is not null`,
    // When a team goes, its mails are found by this one.
    `create index mails_by_arrival on mails (team_id, (coalesce(imported_at, received_at)))`,

    // No key on team_id: it would take a scan or an index of its own when a team goes, and the
    // sources go with the mails as it is.
    `create table mail_sources (
      mail_id ${integer} primary key not null ${ofMail},
      team_id ${integer} not null,
      source ${bytes} not null
    ) ${inRangesOf('mail_id')}`,
    `create table mail_transcripts (
      mail_id ${integer} primary key not null ${ofMail},
      transcript text not null,
      times text,
      packed ${bytes}
    ) ${inRangesOf('mail_id')}`,

    `create table mails_to_index (mail_id ${integer} primary key not null ${ofMail}) ${end}`,
    // In which order the commits of a team's mail became visible, for a day.
    `create table mail_arrivals (
      mail_id ${integer} primary key not null ${ofMail},
      team_id ${integer} not null,
      revision ${integer} not null,
      at ${integer} not null
    ) ${end}`,
    `create index mail_arrivals_in_order on mail_arrivals (team_id, revision, mail_id)`,
    `create table mail_tags (
      team_id ${integer} not null,
      mail_id ${integer} not null ${ofMail},
      key text not null,
      name text not null,
      primary key (mail_id, key)
    ) ${keyed}`,
    `create index mails_of_tag on mail_tags (team_id, key, mail_id)`,
    // The recipients that a mail was forwarded to, and the outcome.
    `create table mail_forwards (
      id ${countedId},
      mail_id ${integer} not null ${ofMail},
      outbox_id text not null unique,
      recipient text not null,
      user_id ${integer} references users (id) on delete set null,
      state text not null,
      last_error text,
      created_at ${integer} not null,
      settled_at ${integer}
    ) ${end}`,
    `create index forwards_of_mail on mail_forwards (mail_id, id)`,
    `create index forwards_by_user on mail_forwards (user_id) where user_id is not null`,

    `create table caught_counts (
      minute ${integer} primary key not null,
      mails ${integer} not null
    ) ${end}`,
    // Rows of `mail_sources` name these objects, and no foreign key does: checking it would cost each caught mail more than its row.
    `create table source_segments (
      id text primary key not null,
      state text not null,
      bytes ${integer} not null,
      mails text not null,
      created_at ${integer} not null,
      due_at ${integer} not null
    ) ${end}`,
    `create index source_segments_due on source_segments (state, due_at, id)`,
    `create table source_stores (
      id ${integer} primary key not null,
      installation text not null,
      listed_to text not null,
      listed_since ${integer} not null
    ) ${end}`,
  ]
}
