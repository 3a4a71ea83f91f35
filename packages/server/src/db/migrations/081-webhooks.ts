import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/** Catching mail writes one row for each webhook that may want it: that table has as few indexes as it can. */
export function webhooks(dialect: DialectName): Migration {
  const { integer, countedId, end } = columnTypes[dialect]
  const statements = [
    `create table webhooks (
      id ${countedId},
      team_id ${integer} not null references teams (id) on delete cascade,
      name text not null,
      kind text not null,
      url_sealed text not null,
      secret_sealed text,
      previous_secret_sealed text,
      previous_until ${integer},
      events text not null,
      on_mail ${integer} not null,
      filter text,
      contents ${integer} not null,
      created_at ${integer} not null,
      off_at ${integer},
      off_why text
    ) ${end}`,
    'create index webhooks_of_team on webhooks (team_id, id)',
    'create index webhooks_of_mail on webhooks (team_id, id) where on_mail = 1 and off_at is null',
    `create table webhook_states (
      webhook_id ${integer} primary key not null references webhooks (id) on delete cascade,
      claim text,
      claimed_until ${integer} not null default 0,
      next_at ${integer} not null default 0,
      worked_at ${integer} not null default 0,
      failures ${integer} not null default 0,
      failing_since ${integer},
      last_at ${integer},
      last_status ${integer},
      last_answer text
    ) ${end}`,
    `create table webhook_deliveries (
      id ${countedId},
      webhook_id ${integer} not null references webhooks (id) on delete cascade,
      event text not null,
      mail_id ${integer},
      data text,
      state text not null,
      created_at ${integer} not null,
      due_at ${integer} not null,
      attempts ${integer} not null default 0,
      request text,
      tried_at ${integer},
      status ${integer},
      answer text
    ) ${end}`,
    'create index webhook_log on webhook_deliveries (webhook_id, id)',
    `create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, due_at, id) where state = 'queued'`,
  ]
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
  }
}
