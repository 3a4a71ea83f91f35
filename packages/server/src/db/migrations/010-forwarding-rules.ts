import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/**
 * Rules that send caught mail on, and what each of them asked for. The index of what is due holds only
 * what still waits.
 */
export function forwardingRules(dialect: DialectName): string[] {
  const { integer, countedId, end } = columnTypes[dialect]
  return [
    `create table forwarding_rules (
      id ${countedId},
      team_id ${integer} not null references teams (id) on delete cascade,
      name text not null,
      email text not null,
      email_key text not null,
      from_pattern text,
      to_pattern text,
      subject_pattern text,
      created_at ${integer} not null,
      confirmed_at ${integer},
      disabled_at ${integer},
      void_until ${integer} not null default 0,
      token_id text unique,
      token_expires_at ${integer}
    ) ${end}`,
    `create index rules_of_team on forwarding_rules (team_id, id)`,

    `create table rule_deliveries (
      id ${countedId},
      rule_id ${integer} not null references forwarding_rules (id) on delete cascade,
      mail_id ${integer} references mails (id) on delete set null,
      state text not null,
      created_at ${integer} not null,
      due_at ${integer} not null,
      claim text,
      attempts ${integer} not null,
      answer text,
      settled_at ${integer}
    ) ${end}`,
    `create index deliveries_of_rule on rule_deliveries (rule_id, id)`,
    `create index deliveries_of_mail on rule_deliveries (mail_id)`,
    `create index deliveries_waiting on rule_deliveries (due_at, id) where state = 'queued'`,
    `create index deliveries_settled on rule_deliveries (settled_at) where settled_at is not null`,
  ]
}
