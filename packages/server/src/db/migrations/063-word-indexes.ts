import type { Migration } from 'kysely/migration'
import { sql } from 'kysely'
import type { Sql, Tx } from '../database.ts'
import type { DialectName } from '../dialect.ts'
import { alignWordTables } from '../postgres/mail-ranges/word-tables.ts'
import { lockMailTables } from './lock-mail-tables.ts'

/**
 * Postgres keeps the words of mail in indexes of ours (`db/postgres/words/`), in tables of the same ranges as mail.
 *
 * A store whose mail has words from before keeps the GIN index of them, and new mail gets its words there too, for a
 * day: processes of the version before ask it. Then they move behind the start. An empty store has no more use of it.
 */
export function wordIndexes(dialect: DialectName): Migration {
  return {
    async up(db: Sql) {
      if (dialect === 'sqlite') return
      for (const statement of [waitForRanges, ...tables]) await sql.raw(statement).execute(db)
      await alignWordTables(db as Tx)
      if (await hasWords(db)) {
        await sql.raw(keepForADay).execute(db)
        return
      }
      await sql.raw(lockMailTables).execute(db)
      // Of a batch that was committed before the lock.
      await sql.raw((await hasWords(db)) ? keepForADay : dropIndexes).execute(db)
    },
  }
}

async function hasWords(db: Sql): Promise<boolean> {
  const { rows } = await sql`select from mail_words limit 1`.execute(db)
  return rows.length > 0
}

/** Of `db/postgres/mail-ranges/mail-ranges.ts`: no other process changes ranges until the end of this transaction. */
const waitForRanges = 'select pg_advisory_xact_lock(7204581)'

/** What was packed already is not compressed again. */
const packed = (table: string, columns: string[]) =>
  `alter table ${table} ${columns.map((name) => `alter column ${name} set storage external`).join(', ')}`

const tables = [
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
  )`,
  // Those that came since somebody looked last.
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
  )`,
  packed('word_indexes', ['directory']),
  `create table word_blocks (
    index_id bigint not null,
    first_mail bigint not null,
    no integer not null,
    postings bytea not null,
    places bytea not null,
    primary key (first_mail, index_id, no)
  )`,
  packed('word_blocks', ['postings', 'places']),
]

/** The lease is of nobody: it ends when processes of the version before are gone. */
const keepForADay = `insert into leases (name, holder, ends_at)
  values ('words of mail from before', '063',
    (extract(epoch from clock_timestamp()) * 1000)::bigint + 24 * 60 * 60 * 1000)`

const dropIndexes =
  'drop index if exists mail_words_by_window, mail_words_by_lexeme, mail_words_by_word'
