import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/**
 * Accounts, teams and the mail they catch. Rows go with their owner: sessions, tokens and memberships
 * with the user; members, credentials, counters and mail with the team. A user who owns a team cannot
 * go before it. Sources lie apart from mails, so that a page of the list reads no blobs.
 */
export function foundation(dialect: DialectName): string[] {
  return [...accounts(dialect), ...teams(dialect), ...mails(dialect), ...words[dialect]]
}

function accounts(dialect: DialectName): string[] {
  const { integer, countedId, end } = columnTypes[dialect]
  return [
    `create table users (
      id ${countedId},
      name text not null,
      email text not null,
      email_key text not null unique,
      password_hash text not null,
      email_verified_at ${integer},
      created_at ${integer} not null
    ) ${end}`,

    `create table sessions (
      id text primary key not null,
      user_id ${integer} not null references users (id) on delete cascade,
      created_at ${integer} not null,
      seen_at ${integer} not null,
      expires_at ${integer} not null,
      remembered_at ${integer},
      user_agent text not null,
      remote_address text not null
    ) ${end}`,
    `create index sessions_by_user on sessions (user_id)`,
    `create index sessions_by_expiry on sessions (expires_at)`,

    `create table account_tokens (
      id text primary key not null,
      user_id ${integer} not null references users (id) on delete cascade,
      purpose text not null,
      email text not null,
      created_at ${integer} not null,
      expires_at ${integer} not null
    ) ${end}`,
    `create index account_tokens_by_user on account_tokens (user_id, purpose)`,
  ]
}

function teams(dialect: DialectName): string[] {
  const { integer, countedId, end } = columnTypes[dialect]
  return [
    `create table teams (
      id ${countedId},
      name text not null,
      type text not null,
      plan text not null,
      owner_id ${integer} not null references users (id),
      created_at ${integer} not null,
      deactivated_at ${integer}
    ) ${end}`,
    `create index teams_by_owner on teams (owner_id)`,

    `create table team_members (
      team_id ${integer} not null references teams (id) on delete cascade,
      user_id ${integer} not null references users (id) on delete cascade,
      role text not null,
      created_at ${integer} not null,
      primary key (team_id, user_id)
    ) ${end}`,
    `create index team_members_by_user on team_members (user_id)`,

    `create table smtp_credentials (
      team_id ${integer} primary key not null references teams (id) on delete cascade,
      username text not null unique,
      password_sealed text not null,
      created_at ${integer} not null
    ) ${end}`,

    `create table team_counters (
      team_id ${integer} primary key not null references teams (id) on delete cascade,
      total ${integer} not null,
      unread ${integer} not null,
      flagged ${integer} not null
    ) ${end}`,
  ]
}

function mails(dialect: DialectName): string[] {
  const { integer, bytes, end } = columnTypes[dialect]
  // SQLite remembers the highest id ever given by `autoincrement`, Postgres by a sequence.
  const allottedId =
    dialect === 'sqlite' ? 'integer primary key autoincrement' : 'bigint primary key'
  return [
    ...(dialect === 'postgres' ? ['create sequence mail_ids'] : []),
    `create table mails (
      id ${allottedId},
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
      flagged_at ${integer}
    ) ${end}`,
    `create index mails_by_team on mails (team_id, id)`,
    `create index unread_mails_by_team on mails (team_id, id) where read_at is null`,
    `create index mails_by_time on mails (team_id, received_at)`,

    // No key on team_id: it would take a scan or an index of its own when a team goes, and the
    // sources go with the mails as it is.
    `create table mail_sources (
      mail_id ${integer} primary key not null references mails (id) on delete cascade,
      team_id ${integer} not null,
      source ${bytes} not null
    ) ${end}`,
  ]
}

/** The search index; `db/words/search-index.ts` says how it is asked. Words go with their mail. */
const words: Record<DialectName, string[]> = {
  sqlite: [
    `create virtual table mail_words using fts5 (
      team, sender, recipients, subject, body,
      content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0'
    )`,
    // Merging eight FTS5 segments at once, not four, makes writing cheaper and searching no dearer.
    `insert into mail_words (mail_words, rank) values ('automerge', 8)`,
    `create trigger mails_lose_words after delete on mails begin
      delete from mail_words where rowid = old.id;
    end`,
  ],
  postgres: [
    `create table mail_words (
      mail_id bigint primary key references mails (id) on delete cascade,
      words tsvector not null
    )`,
    `create index mail_words_by_word on mail_words using gin (words)`,
  ],
}
