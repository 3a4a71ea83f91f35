import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/** To whom a mail was forwarded and how that ended, and the SMTP dialogue in which a mail came. */
export function forwards(dialect: DialectName): string[] {
  const { integer, countedId, end } = columnTypes[dialect]
  return [
    `create table mail_forwards (
      id ${countedId},
      mail_id ${integer} not null references mails (id) on delete cascade,
      outbox_id text not null unique,
      recipient text not null,
      user_id ${integer} references users (id) on delete set null,
      state text not null,
      last_error text,
      created_at ${integer} not null,
      settled_at ${integer}
    ) ${end}`,
    `create index forwards_of_mail on mail_forwards (mail_id, id)`,
    `create index forwards_by_user on mail_forwards (user_id) where user_id is not null`,

    `create table mail_transcripts (
      mail_id ${integer} primary key not null references mails (id) on delete cascade,
      transcript text not null
    ) ${end}`,
  ]
}
