import type { DialectName } from '../../dialect.ts'
import { columnTypes } from '../column-types.ts'

/** What is sent: the queues, forwarding rules, and who wants none. The indexes of what is due hold only what still waits. */
export function sending(dialect: DialectName): string[] {
  const { integer, countedId, bytes, end } = columnTypes[dialect]
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
      state text not null default 'queued',
      settled_at ${integer}
    ) ${end}`,
    `create index outbox_waiting on outbox (due_at, id) where state = 'queued'`,
    `create index outbox_settled on outbox (settled_at) where settled_at is not null`,

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
      token_expires_at ${integer},
      token_email_key text,
      withdrawn_at ${integer}
    ) ${end}`,
    `create index rules_of_team on forwarding_rules (team_id, id)`,
    // It keeps the number of its mail also when that is gone: no other mail ever gets it.
    `create table rule_deliveries (
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
    `create index deliveries_of_rule on rule_deliveries (rule_id, id)`,
    `create index deliveries_waiting on rule_deliveries (due_at, id) where state = 'queued'`,
    `create index deliveries_settled on rule_deliveries (settled_at) where settled_at is not null`,

    `create table suppressed_addresses (
      email_key text primary key not null,
      created_at ${integer} not null
    ) ${end}`,

    // What one process at a time does for all that share the database, and which processes these are.
    `create table leases (
      name text primary key not null,
      holder text not null,
      ends_at ${integer} not null,
      taken_at ${integer} not null default 0
    ) ${end}`,
    `create table processes (
      id text primary key not null,
      version text not null,
      roles text not null,
      connections ${integer} not null,
      started_at ${integer} not null,
      seen_at ${integer} not null
    ) ${end}`,
  ]
}
