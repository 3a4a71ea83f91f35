import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/**
 * What operators did. Names are kept as they were, so that an act can be read when the operator or what
 * it was done to is gone.
 */
export function operatorActs(dialect: DialectName): string[] {
  const { integer, countedId, end } = columnTypes[dialect]
  return [
    `create table operator_acts (
      id ${countedId},
      at ${integer} not null,
      operator_id ${integer} references users (id) on delete set null,
      operator_name text not null,
      act text not null,
      target_name text not null,
      detail text not null
    ) ${end}`,
    `create index operator_acts_by_operator on operator_acts (operator_id)`,
    `create index operator_acts_by_time on operator_acts (at)`,
  ]
}
