import { Kysely, PostgresDialect, sql } from 'kysely'
import type { BaseLogger } from 'pino'
import type { Database } from '../database.ts'
import { migrate } from '../migrate.ts'
import { migrations } from '../migrations/migrations.ts'
import type { Schema } from '../schema.ts'
import { createTransaction } from '../transaction.ts'
import { createBatchWriter } from './batch-writer.ts'
import { createPool } from './pool.ts'

/** The store on a Postgres server, which any number of processes share. */
export async function openPostgres(options: { url: string; log: BaseLogger }): Promise<Database> {
  const pool = createPool(options.url, options.log)
  const database = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  const write = createBatchWriter(pool)
  try {
    await migrate(database, migrations('postgres'))
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    dialect: 'postgres',
    sql: database,
    transaction: createTransaction(database, pool.lifetime, options.log),
    write: (batch) => pool.lifetime.run(() => write(batch)),
    // They are written with their mail.
    wordsSettled: async () => {},
    async nextIds(_table, count) {
      const { rows } = await sql<{ id: number }>`
        select nextval('mail_ids') as id from generate_series(1, ${count}::int)`.execute(database)
      return rows.map((row) => row.id)
    },
    close: () => pool.end(),
  }
}
