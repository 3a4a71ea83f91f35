import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/**
 * Keys of mails that programs posted. A key stands for its mail also when the mail was deleted meanwhile,
 * so its row refers to none.
 */
export function idempotencyKeys(dialect: DialectName): string[] {
  const { integer, end } = columnTypes[dialect]
  return [
    `create table idempotency_keys (
      team_id ${integer} not null references teams (id) on delete cascade,
      key text not null,
      digest text not null,
      mail_id ${integer} not null,
      at ${integer} not null,
      primary key (team_id, key)
    ) ${end}`,
    `create index idempotency_keys_by_time on idempotency_keys (at)`,
  ]
}
