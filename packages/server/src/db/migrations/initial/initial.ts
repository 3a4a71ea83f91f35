import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Tx } from '../../database.ts'
import type { DialectName } from '../../dialect.ts'
import { beginWithRanges } from '../../postgres/mail-ranges/first-ranges.ts'
import { accounts } from './accounts.ts'
import { mails } from './mails.ts'
import { onlyPostgres } from './postgres.ts'
import { sending } from './sending.ts'
import { onlySqlite } from './sqlite.ts'
import { teams } from './teams.ts'

/** All tables as the first release has them. */
export function initial(dialect: DialectName): Migration {
  const own = dialect === 'sqlite' ? onlySqlite : onlyPostgres
  const parts = [accounts, teams, mails, sending].flatMap((part) => part(dialect))
  return {
    async up(db) {
      for (const statement of [...parts, ...own]) await sql.raw(statement).execute(db)
      if (dialect === 'postgres') await beginWithRanges(db as Tx)
    },
  }
}
