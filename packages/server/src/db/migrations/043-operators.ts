import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/**
 * Who operates, and who is disabled. A store without accounts gets the row of `unclaimed_operator`: its
 * first verified account takes it and operates. A store that has accounts does not get one, so that
 * an upgrade makes nobody an operator.
 */
export function operators(dialect: DialectName): string[] {
  const { integer, end } = columnTypes[dialect]
  return [
    `alter table users add column operator_at ${integer}`,
    `alter table users add column disabled_at ${integer}`,
    `create table unclaimed_operator (id ${integer} primary key not null) ${end}`,
    `insert into unclaimed_operator (id)
     select 1 where not exists (select 1 from users)`,
  ]
}
