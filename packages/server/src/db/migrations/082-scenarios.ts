import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/** Failures on purpose. What they count is in `attempts`. */
export function scenarios(dialect: DialectName): Migration {
  const { integer, countedId, end } = columnTypes[dialect]
  const ofTeam = 'references teams (id) on delete cascade'
  const statements = [
    `create table scenarios (
      id ${countedId},
      team_id ${integer} not null ${ofTeam},
      name text not null,
      steps text not null,
      created_at ${integer} not null
    ) ${end}`,
    'create index scenarios_of_team on scenarios (team_id, id)',
    `create table running_scenarios (
      team_id ${integer} not null ${ofTeam},
      inbox_id ${integer} not null,
      scenario_id ${integer},
      name text not null,
      steps text not null,
      seed text not null,
      run text not null,
      started_at ${integer} not null,
      ends_at ${integer} not null,
      primary key (team_id, inbox_id)
    ) ${end}`,
    'create index running_scenarios_by_end on running_scenarios (ends_at)',
  ]
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
  }
}
