import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Client } from 'pg'
import { onTestFinished } from 'vitest'

/**
 * Digests everything that the product of this data folder has stored, to show that nothing has
 * changed. What counts attempts is left out, since counting a refused one is what it is for,
 * and so are the lease of the sweep and the counts of mail, which a process writes a minute after its
 * start. Reads again only what another connection has written to since.
 */
export function digestsOfAllRows(dataDir: string): () => Record<string, string> {
  const database = new DatabaseSync(join(dataDir, 'mailstop.sqlite'), { readOnly: true })
  onTestFinished(() => database.close())
  const commits = database.prepare('pragma data_version')
  let [last, digest] = [commits.get(), digestOf(database)]
  return () => {
    const now = commits.get()
    if (now?.['data_version'] !== last?.['data_version']) [last, digest] = [now, digestOf(database)]
    return digest
  }
}

function digestOf(database: DatabaseSync): Record<string, string> {
  const tables = database
    .prepare(
      `select name from sqlite_schema where type = 'table' and sql not like 'create virtual%'
       and name not in ('attempts', 'leases', 'processes', 'caught_counts') order by name`,
    )
    .all()
  return Object.fromEntries(
    tables.map(({ name }) => {
      const statement = database.prepare(`select * from "${String(name)}"`)
      // The ids of FTS5 are larger than what a number holds exactly.
      statement.setReadBigInts(true)
      const rows = statement.all()
      const text = rows.map((row) => JSON.stringify(Object.values(row).map(plain))).toSorted()
      return [String(name), createHash('sha256').update(text.join('\n')).digest('hex')]
    }),
  )
}

const plain = (value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value)

/** The same of a Postgres. */
export async function digestOfPostgres(client: Client): Promise<Record<string, string>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'
       and table_name not in ('attempts', 'leases', 'processes', 'caught_counts')
     order by 1`,
  )
  const each = tables.map(
    ({ name }) => `select '${name}' as name, md5(coalesce(string_agg(md5(t::text), ''
      order by md5(t::text)), '')) as digest from "${name}" t`,
  )
  const { rows } = await client.query<{ name: string; digest: string }>(each.join(' union all '))
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}
