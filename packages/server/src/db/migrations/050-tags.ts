import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/**
 * Tags of mails, and how many mails of a team have each: a team of a million mails could not count them
 * for each question. The index of tags returns the mails of one in the order of their ids.
 */
export function tags(dialect: DialectName): string[] {
  const { integer, end } = columnTypes[dialect]
  const byKey = dialect === 'sqlite' ? `${end}, without rowid` : end
  return [
    `create table mail_tags (
      team_id ${integer} not null,
      mail_id ${integer} not null references mails (id) on delete cascade,
      key text not null,
      name text not null,
      primary key (mail_id, key)
    ) ${byKey}`,
    `create index mails_of_tag on mail_tags (team_id, key, mail_id)`,

    `create table team_tags (
      team_id ${integer} not null references teams (id) on delete cascade,
      key text not null,
      name text not null,
      total ${integer} not null,
      unread ${integer} not null,
      newest_mail ${integer} not null,
      primary key (team_id, key)
    ) ${byKey}`,
    `create index newest_tags on team_tags (team_id, newest_mail)`,

    `alter table teams add column plus_tags_off_at ${integer}`,
  ]
}
