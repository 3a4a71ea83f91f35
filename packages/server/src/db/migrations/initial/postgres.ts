const contents = ['mail_sources', 'mail_transcripts', 'mail_words']
const belongings = ['mail_tags', 'mail_arrivals', 'mails_to_index', 'mail_forwards']

/** What was packed already is not compressed again. */
const packed = (table: string, columns: string[]) =>
  `alter table ${table} ${columns.map((name) => `alter column ${name} set storage external`).join(', ')}`

/**
 * Removes rows of the mails that a statement deletes. It takes an array, and a plan that is made for the ids at hand: so
 * it reads the tables of their ranges and no others, and never a whole table for a few mails.
 */
const removing = (name: string, tables: string[]) => [
  `create function remove_mail_${name}() returns trigger language plpgsql
    set plan_cache_mode = force_custom_plan as $$
    declare mail_ids constant bigint[] := array(select id from removed_mails);
    begin
      ${tables.map((table) => `delete from ${table} where mail_id = any(mail_ids);`).join('\n      ')}
      return null;
    end
  $$`,
  `create trigger mails_lose_${name} after delete on mails
    referencing old table as removed_mails
    for each statement execute function remove_mail_${name}()`,
]

/** What only Postgres has: the words of mail (`db/postgres/words/`), and what keys do on SQLite. */
export const onlyPostgres: string[] = [
  // Where Socket.IO's adapter leaves an event that is too long for a notification. Ours are short; the adapter also sweeps it.
  `create table socket_io_attachments (
    id bigserial primary key,
    created_at timestamptz not null default now(),
    payload bytea
  )`,

  // Nothing reads or writes it. Processes of commit `upgradingCommit` may share the store, and know it.
  `create table mail_words (
    mail_id bigint primary key,
    words tsvector,
    word_list text
  ) partition by range (mail_id)`,
  'create sequence new_words_ids',
  'create sequence word_index_ids',
  `create table new_words (
    team_id bigint not null,
    first_mail bigint not null,
    id bigint not null default nextval('new_words_ids'),
    mail_ids bigint[] not null,
    bytes integer not null,
    words bytea not null,
    primary key (team_id, first_mail, id)
  ) partition by range (first_mail)`,
  // Finds those that came since somebody looked last.
  'create index new_words_by_id on new_words (id)',
  packed('new_words', ['words']),
  `create table word_indexes (
    team_id bigint not null,
    first_mail bigint not null,
    id bigint not null default nextval('word_index_ids'),
    last_mail bigint not null,
    mails integer not null,
    bytes integer not null,
    terms integer not null,
    directory bytea not null,
    made_at bigint not null,
    checked_at bigint not null,
    primary key (team_id, first_mail, id)
  ) partition by range (first_mail)`,
  packed('word_indexes', ['directory']),
  `create table word_blocks (
    index_id bigint not null,
    first_mail bigint not null,
    no integer not null,
    postings bytea not null,
    places bytea not null,
    primary key (first_mail, index_id, no)
  ) partition by range (first_mail)`,
  packed('word_blocks', ['postings', 'places']),

  ...removing('contents', contents),
  ...removing('belongings', belongings),
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
