import { newPostgres } from './databases.ts'
import { isNightly } from '../nightly.ts'

/** A fresh Postgres and the key of its store. */
export async function postgres() {
  const url = await newPostgres()
  return { DATABASE_URL: url, APP_KEY: Buffer.alloc(32, 7).toString('base64') }
}

/** What a product is started with in `describe.each`, each time on a fresh database. */
export const productDatabases: { dialect: string; open: () => Promise<Record<string, string>> }[] =
  [
    { dialect: 'SQLite', open: async () => ({}) },
    { dialect: 'Postgres', open: postgres },
  ]

/** The same for what asks both databases in the same SQL and holds no locks: before the night SQLite alone. */
export const alikeDatabases = isNightly ? productDatabases : productDatabases.slice(0, 1)
