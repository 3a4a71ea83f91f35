import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** People look at what their team deleted. The index of all deletions has those of every team. */
export const trashOfTeams: Migration = {
  async up(db) {
    await sql`create index trash_of_teams on mails (team_id, trashed_at, id)
      where trashed_at is not null`.execute(db)
  },
}
