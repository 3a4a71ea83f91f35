import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * A digest of everything that the product of this data folder has stored, to show that nothing has
 * changed. What counts attempts is left out: counting a refused one is what it is for.
 */
export function digestOfAllRows(dataDir: string): Record<string, string> {
  const database = new DatabaseSync(join(dataDir, 'mailstop.sqlite'), { readOnly: true })
  try {
    const tables = database
      .prepare(
        `select name from sqlite_schema where type = 'table' and sql not like 'create virtual%'
         and name <> 'attempts' order by name`,
      )
      .all()
    return Object.fromEntries(
      tables.map(({ name }) => {
        const rows = database.prepare(`select * from "${String(name)}"`).all()
        const text = rows.map((row) => JSON.stringify(Object.values(row).map(plain))).toSorted()
        return [String(name), createHash('sha256').update(text.join('\n')).digest('hex')]
      }),
    )
  } finally {
    database.close()
  }
}

const plain = (value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value)
