import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What of a mail broke a guard. */
export const markDetails: Migration = {
  async up(db) {
    await sql`alter table mail_marks add column detail text`.execute(db)
  },
}
