import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/**
 * Mail that the product sends, from the transaction that causes it until a relay has taken it. The
 * index holds only what still waits.
 */
export function outbox(dialect: DialectName): string[] {
  const { integer, bytes, end } = columnTypes[dialect]
  return [
    `create table outbox (
      id text primary key not null,
      kind text not null,
      message ${bytes},
      source ${bytes},
      created_at ${integer} not null,
      due_at ${integer} not null,
      claim text,
      attempts ${integer} not null,
      answer text,
      sent_at ${integer},
      given_up_at ${integer}
    ) ${end}`,
    `create index outbox_waiting on outbox (due_at, id) where message is not null`,
    `create index outbox_by_time on outbox (created_at)`,
  ]
}
