import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/** What a team holds, by which its quota is kept, counted once for the mail that is there. */
export function heldBytes(dialect: DialectName): string[] {
  const { integer } = columnTypes[dialect]
  const columns = ['bytes', 'trashed', 'trashed_bytes']
  return [
    ...columns.map(
      (name) => `alter table team_counters add column ${name} ${integer} not null default 0`,
    ),
    `update team_counters set
       bytes = held.bytes, trashed = held.trashed, trashed_bytes = held.trashed_bytes
     from (select team_id,
             sum(case when trashed_at is null then size else 0 end) as bytes,
             count(trashed_at) as trashed,
             sum(case when trashed_at is null then 0 else size end) as trashed_bytes
           from mails group by team_id) as held
     where held.team_id = team_counters.team_id`,
  ]
}
