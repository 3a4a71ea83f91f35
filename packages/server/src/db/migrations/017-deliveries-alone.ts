import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/**
 * A delivery keeps the number of its mail also when that is gone, which no other mail ever gets: so
 * catching need not keep an index for the day on which mails are deleted.
 */
export function deliveriesAlone(dialect: DialectName): string[] {
  return [
    'drop index deliveries_of_mail',
    ...(dialect === 'postgres'
      ? ['alter table rule_deliveries drop constraint rule_deliveries_mail_id_fkey']
      : withoutForeignKey()),
  ]
}

/** SQLite drops a foreign key only with its table. */
function withoutForeignKey(): string[] {
  const { integer, countedId, end } = columnTypes.sqlite
  return [
    `create table rule_deliveries_alone (
      id ${countedId},
      rule_id ${integer} not null references forwarding_rules (id) on delete cascade,
      mail_id ${integer},
      state text not null,
      created_at ${integer} not null,
      due_at ${integer} not null,
      claim text,
      attempts ${integer} not null,
      answer text,
      settled_at ${integer}
    ) ${end}`,
    // Numbers that were given once are remembered by the rules that voided them.
    `insert into sqlite_sequence (name, seq)
     select 'rule_deliveries_alone', seq from sqlite_sequence where name = 'rule_deliveries'`,
    `insert into rule_deliveries_alone (id, rule_id, mail_id, state, created_at, due_at, claim,
       attempts, answer, settled_at)
     select id, rule_id, mail_id, state, created_at, due_at, claim, attempts, answer, settled_at
     from rule_deliveries`,
    'drop table rule_deliveries',
    'alter table rule_deliveries_alone rename to rule_deliveries',
    `create index deliveries_of_rule on rule_deliveries (rule_id, id)`,
    `create index deliveries_waiting on rule_deliveries (due_at, id) where state = 'queued'`,
    `create index deliveries_settled on rule_deliveries (settled_at) where settled_at is not null`,
  ]
}
