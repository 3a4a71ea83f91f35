import { Kysely, SqliteDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from '../migrations/migrations.ts'
import type { DatabaseSync } from 'node:sqlite'
import { inputValue, openConnection, type Connection } from './connection.ts'

/** Says what a store consists of, by kind and name: its text, or of a table its columns. */
export type StoreSchema = Map<string, string>

/** Tables that SQLite makes itself, and the indexes of primary keys. */
const itsOwn = /^(?:table sqlite_(?:sequence|stat[14])|index sqlite_autoindex_\w+)$/

export function schemaOf(db: DatabaseSync): StoreSchema {
  const texts = db
    .prepare('select type, name, sql from sqlite_schema')
    .all()
    .map(({ type, name, sql }) => [type, name, sql].map(String))
  return new Map(
    texts
      .map(([type, name = '', sql = '']): [string, string] => {
        const isPlainTable = type === 'table' && !/^\s*create\s+virtual\b/i.test(sql)
        return [`${type} ${name}`, isPlainTable ? columnsOf(db, name) : plain(sql)]
      })
      .filter(([name]) => !itsOwn.test(name)),
  )
}

/** Their order and constraints are written differently by versions of SQLite that changed a table. */
function columnsOf(db: DatabaseSync, table: string): string {
  const columns = db.prepare('select name, hidden from pragma_table_xinfo(?)').all(table)
  return columns
    .map(({ name, hidden }) => [name, hidden].map(String).join(' '))
    .toSorted()
    .join(', ')
}

const plain = (sql: string) => sql.replaceAll(/["`\s]+/g, ' ').trim()

/** Returns what those migrations make of an empty store. */
export async function madeSchema(names: ReadonlySet<string>): Promise<StoreSchema> {
  const connection = openConnection({ file: ':memory:', readOnly: false, subscribers: [] })
  const wanted = Object.entries(migrations('sqlite')).filter(([name]) => names.has(name))
  const provider = { getMigrations: async () => Object.fromEntries(wanted) }
  try {
    const db = new Kysely<unknown>({ dialect: dialectOf(connection) })
    const { error } = await new Migrator({ db, provider }).migrateToLatest()
    if (error !== undefined) throw new Error('The tables could not be made', { cause: error })
    return schemaOf(connection.db)
  } finally {
    connection.db.close()
  }
}

/** Lets Kysely use one connection of this thread. */
const dialectOf = (connection: Connection) =>
  new SqliteDialect({
    database: {
      close() {},
      prepare(sql) {
        const { statement, returnsRows } = connection.prepare(sql)
        const given = (parameters: readonly unknown[]) => parameters.map(inputValue)
        return {
          reader: returnsRows,
          all: (parameters) => statement.all(...given(parameters)),
          run(parameters) {
            const { changes, lastInsertRowid } = statement.run(...given(parameters))
            return { changes: BigInt(changes), lastInsertRowid: BigInt(lastInsertRowid) }
          },
          iterate: () => [][Symbol.iterator](),
        }
      },
    },
  })
