import { sql } from 'kysely'
import type { LastingFault } from '../dialect.ts'
import type { Sql } from '../database.ts'

export const createStoreHealth = (store: Sql) => ({
  async faults(): Promise<LastingFault[]> {
    const { rows } = await sql<{ transaction_read_only: string }>`
      show transaction_read_only`.execute(store)
    return rows[0]?.transaction_read_only === 'on' ? ['read_only'] : []
  },
})
