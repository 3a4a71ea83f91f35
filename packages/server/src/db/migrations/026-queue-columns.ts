import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/** Adds to the outbox the columns that every queue has. A row without a message has ended. */
export function queueColumns(dialect: DialectName): string[] {
  const { integer } = columnTypes[dialect]
  return [
    `alter table outbox add column state text not null default 'queued'`,
    `alter table outbox add column settled_at ${integer}`,
    `update outbox set settled_at = coalesce(sent_at, given_up_at),
       state = case when given_up_at is null then 'sent' else 'failed' end
     where message is null`,
    'drop index outbox_waiting',
    'drop index outbox_by_time',
    'alter table outbox drop column sent_at',
    'alter table outbox drop column given_up_at',
    `create index outbox_waiting on outbox (due_at, id) where state = 'queued'`,
    `create index outbox_settled on outbox (settled_at) where settled_at is not null`,
  ]
}
