import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/** Drills, and what was offered in them. */
export function drills(dialect: DialectName): Migration {
  const { integer, countedId, end } = columnTypes[dialect]
  const statements = [
    `create table drills (
      id ${countedId},
      team_id ${integer} not null references teams (id) on delete cascade,
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
