import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/** Which mails the last changes of each team touched, so that what is counted follows them alone. */
export function mailChanges(dialect: DialectName): string[] {
  const { integer, end } = columnTypes[dialect]
  return [
    `create table mail_changes (
      team_id ${integer} not null references teams (id) on delete cascade,
      slot ${integer} not null,
      revision ${integer} not null,
      spans text,
      primary key (team_id, slot)
    ) ${end}${dialect === 'sqlite' ? ', without rowid' : ''}`,
  ]
}
