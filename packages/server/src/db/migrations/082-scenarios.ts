import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/** Failures on purpose, of which `attempts` has what they count, and drills with what was offered in them. */
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
    `create table drills (
      id ${countedId},
      team_id ${integer} not null ${ofTeam},
      inbox_id ${integer} not null,
      run text not null unique,
      name text not null,
      steps text not null,
      header text,
      started_at ${integer} not null,
      ends_at ${integer} not null,
      reported_at ${integer} not null,
      alive_at ${integer} not null,
      gaps text not null,
      report text
    ) ${end}`,
    'create index drills_of_team on drills (team_id, id)',
    'create index drills_that_run on drills (reported_at) where report is null',
    `create table drill_attempts (
      run text not null references drills (run) on delete cascade,
      at ${integer} not null,
      mail_id ${integer},
      attempt text not null
    ) ${end}`,
    'create index drill_attempts_of_run on drill_attempts (run, at)',
    'create unique index drill_attempts_by_mail on drill_attempts (run, mail_id)',
  ]
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
  }
}
