import type { DialectName } from '../dialect.ts'

/** As `features/teams/team-code.ts` makes them. */
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Both databases make a random number for each row, and for each place in it. */
const letter: Record<DialectName, string> = {
  sqlite: `substr('${letters}', 1 + abs(random() % 36), 1)`,
  postgres: `substr('${letters}', 1 + floor(random() * 36)::int, 1)`,
}

/**
 * The code of a team, by which addresses name it. Of two teams that got the same one, the younger gets another.
 * With a million teams, that happens in one upgrade of five.
 */
export function teamCodes(dialect: DialectName): string[] {
  const code = Array.from({ length: 8 }, () => letter[dialect]).join(' || ')
  return [
    `alter table teams add column code text not null default ''`,
    `update teams set code = ${code}`,
    `update teams set code = ${code}
      where id in (select max(id) from teams group by code having count(*) > 1)`,
    `create unique index teams_by_code on teams (code)`,
  ]
}
