import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/** One row for a team that changed something about its checks. */
export function inspectionSettings(dialect: DialectName): Migration {
  const { integer, keyed } = columnTypes[dialect]
  return {
    async up(db) {
      await sql
        .raw(
          `create table inspection_settings (
            team_id ${integer} not null primary key references teams (id) on delete cascade,
            settings text not null,
            checks_all ${integer} not null
          ) ${keyed}`,
        )
        .execute(db)
    },
  }
}
