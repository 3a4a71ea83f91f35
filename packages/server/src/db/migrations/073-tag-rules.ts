import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/** The counts of tags end with their last mail; a color is kept for the next one, so it has a row of its own. */
export function tagRules(dialect: DialectName): Migration {
  const { integer, countedId, end, keyed } = columnTypes[dialect]
  const statements = [
    `create table tag_colors (
      team_id ${integer} not null references teams (id) on delete cascade,
      key text not null,
      name text not null,
      color text not null,
      primary key (team_id, key)
    ) ${keyed}`,
    `create table tag_rules (
      id ${countedId},
      team_id ${integer} not null references teams (id) on delete cascade,
      search text not null,
      tags text not null,
      created_at ${integer} not null
    ) ${end}`,
    'create index tag_rules_of_team on tag_rules (team_id, id)',
  ]
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
  }
}
