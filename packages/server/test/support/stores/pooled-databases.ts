import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'

/** The planner takes tables for at least as large while nothing has counted their rows. */
const largeBytes = 10 * 8_192

type Created = { definition: string; seeds: { name: string; rows: string }[] }

/**
 * Databases of this worker that no test uses. One that a test has used becomes as it was created, for the next test:
 * to create and drop one copies and deletes hundreds of files.
 */
const spare: string[] = []
/** What all copies of the migrated database are like: of this worker, from the first of them. */
let created: Created | null = null

export const takeSpare = (): string | undefined => spare.pop()

/** To be called for each database that was created, before it is used. */
export async function learnCreated(url: string): Promise<void> {
  if (created !== null) return
  await within(url, async (client) => {
    const seeds: Created['seeds'] = []
    for (const { name } of await filledTables(client)) {
      const { rows } = await client.query<{ rows: string }>(
        `select json_agg(each)::text as rows from ${name} as each`,
      )
      seeds.push({ name, rows: rows[0]?.rows ?? '[]' })
    }
    created = { definition: await definitionOf(client), seeds }
  })
}

/** False when it cannot be used again: a test has changed what it consists of, or closed it. */
export async function giveBack(name: string, url: string): Promise<boolean> {
  const isAsCreated = await within(url, async (client) => {
    await letGo(client, name)
    await client.query(`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    if (created === null || (await definitionOf(client)) !== created.definition) return false
    await empty(client, created.seeds)
    return true
  }).catch(() => false)
  if (isAsCreated) spare.push(name)
  return isAsCreated
}

/**
 * Waits a moment for connections that their clients have closed: a client that still reads when its connection is
 * terminated reports an error to nobody.
 */
export async function letGo(client: Client, name: string): Promise<void> {
  for (let looks = 0; looks < 25; looks += 1) {
    const { rows } = await client.query(
      'select from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [name],
    )
    if (rows.length === 0) return
    await delay(20)
  }
}

/** Rows of small tables are deleted, which costs least. Of a larger one the deleted rows would stay in its file. */
async function empty(client: Client, seeds: Created['seeds']): Promise<void> {
  const filled = await filledTables(client)
  const isLarge = filled.some(({ bytes }) => bytes > largeBytes)
  const names = filled.map(({ name }) => name)
  await client.query(`
    set session_replication_role = replica;
    ${isLarge ? `truncate ${names.join()} cascade` : names.map((name) => `delete from ${name}`).join(';')};
    ${seeds.map(({ name, rows }) => `insert into ${name} select * from json_populate_recordset(null::${name}, ${client.escapeLiteral(rows)})`).join(';')};
    select setval(format('%I', sequencename)::regclass, start_value, false)
      from pg_sequences where schemaname = 'public' and last_value is not null`)
}

async function filledTables(client: Client): Promise<{ name: string; bytes: number }[]> {
  const { rows } = await client.query<{ name: string; bytes: number }>(`
    select oid::regclass::text as name, pg_relation_size(oid)::int as bytes from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and pg_relation_size(oid) > 0`)
  return rows
}

/** Tables with their columns, indexes, triggers and constraints, functions, settings, and what was learned of the rows. */
async function definitionOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ definition: string }>(`
    select md5(string_agg(part, ',' order by part)) as definition from (
      select concat_ws(' ', relname, relkind, relhastriggers, reloptions) as part
        from pg_class where relnamespace = 'public'::regnamespace
      union all select concat_ws(' ', attrelid::regclass, attname, atttypid, attnotnull, atthasdef, attstorage)
        from pg_attribute join pg_class on pg_class.oid = attrelid
        where relnamespace = 'public'::regnamespace
      union all select concat_ws(' ', conname, pg_get_constraintdef(oid)) from pg_constraint
      union all select concat_ws(' ', tgname, tgenabled) from pg_trigger where not tgisinternal
      union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
      union all select setconfig::text from pg_db_role_setting
        join pg_database on pg_database.oid = setdatabase where datname = current_database()
      union all select concat_ws(' ', datallowconn, datconnlimit)
        from pg_database where datname = current_database()
      union all select 'analyzed ' || starelid::regclass
        from pg_statistic join pg_class on pg_class.oid = starelid
        where relnamespace = 'public'::regnamespace
      union all select 'counted ' || relname
        from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples >= 0
    ) as parts`)
  return rows[0]?.definition ?? ''
}

async function within<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
