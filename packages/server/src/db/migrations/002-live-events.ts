import type { DialectName } from '../dialect.ts'

/**
 * Where Socket.IO's Postgres adapter leaves an event that is too long for a notification. Ours are
 * short; the adapter also sweeps the table now and then. SQLite serves one process, which needs none.
 */
export function liveEvents(dialect: DialectName): string[] {
  if (dialect === 'sqlite') return []
  return [
    `create table socket_io_attachments (
      id bigserial primary key,
      created_at timestamptz not null default now(),
      payload bytea
    )`,
  ]
}
