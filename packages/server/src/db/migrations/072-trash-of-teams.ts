import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Tx } from '../database.ts'
import type { DialectName } from '../dialect.ts'
import { listRanges, nameIndexes } from '../postgres/mail-ranges/range-tables.ts'

/** People look at what their team deleted. The index of all deletions has those of every team. */
export const trashOfTeams = (dialect: DialectName): Migration => ({
  async up(db) {
    await sql`create index trash_of_teams on mails (team_id, trashed_at, id)
      where trashed_at is not null`.execute(db)
    if (dialect === 'sqlite') return
    for (const range of await listRanges(db as Tx)) await nameIndexes(db as Tx, 'mails', range)
  },
})
