import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A mark of a guard says what of the mail broke it. */
export const markDetails: Migration = {
  async up(db) {
    await sql`alter table mail_marks add column detail text`.execute(db)
  },
}
