import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'

const oneSpaced = (text: unknown) =>
  String(text)
    .replaceAll(/["`\s]+/g, ' ')
    .trim()

/** All that a store on SQLite consists of, a line for each part, except the names of its migrations. */
export function schemaOfSqlite(file: string): string[] {
  const store = new DatabaseSync(file, { readOnly: true })
  const all = (sql: string, ...values: string[]) => store.prepare(sql).all(...values)
  try {
    return all('select type, name, sql from sqlite_schema order by type, name').map((part) => {
      const [type = '', name = '', sql = ''] = [part['type'], part['name'], part['sql']].map(String)
      // The text of a table depends on whether a column was there at first or was added.
      const isText = type !== 'table' || /^create virtual/i.test(sql)
      const columns = all('select * from pragma_table_xinfo(?)', name)
      const keys = all('select * from pragma_foreign_key_list(?)', name)
      const [made] = all('select wr, strict from pragma_table_list where name = ?', name)
      return `${type} ${name} ${isText ? oneSpaced(sql) : JSON.stringify({ columns, keys, made })}`
    })
  } finally {
    store.close()
  }
}

/**
 * Nothing reads or writes `mail_words`, which is always empty: the functions that made an index of it, and how it is
 * compressed, are left out.
 */
const parts = `
  select 'column ' || attrelid::regclass || ' ' || attname || ' ' || format_type(atttypid, atttypmod)
    || ' ' || attnotnull || ' ' || attidentity::text || ' ' || attstorage::text || ' '
    || coalesce(pg_get_expr(adbin, adrelid), '')
    || case when attrelid::regclass::text like 'mail_words%' then '' else attcompression::text end
    || ' ' || row_number() over (partition by attrelid order by attnum)
  from pg_attribute join pg_class on pg_class.oid = attrelid
  left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
  union all select relkind::text || ' ' || pg_class.oid::regclass || ' ' || coalesce(pg_get_partkeydef(pg_class.oid), '')
    || coalesce(pg_get_expr(relpartbound, pg_class.oid), '') || coalesce(inhparent::regclass::text, '')
  from pg_class left join pg_inherits on inhrelid = pg_class.oid where relnamespace = 'public'::regnamespace
  union all select 'sequence ' || seqrelid::regclass || ' ' || seqtypid::regtype || ' ' || seqstart || ' '
    || seqincrement || ' ' || seqmax || ' ' || seqcycle from pg_sequence
  union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
  from pg_constraint where connamespace = 'public'::regnamespace
  union all select pg_get_indexdef(indexrelid) from pg_index
  join pg_class on pg_class.oid = indexrelid where relnamespace = 'public'::regnamespace
  union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
    and proname not in ('mail_lexemes', 'word_lexemes')`

/** The same on Postgres. */
export async function schemaOfPostgres(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<string[]>({ text: parts, rowMode: 'array' })
    return rows.map(([part]) => oneSpaced(part)).toSorted()
  } finally {
    await client.end()
  }
}
