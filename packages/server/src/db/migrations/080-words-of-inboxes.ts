import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Mail of other inboxes than the first has a word for its inbox: what was caught before gets its words again. */
export const wordsOfInboxes: Migration = {
  async up(db) {
    await sql`
      insert into mails_to_index (mail_id) select id from mails where inbox_id <> 1
      on conflict do nothing`.execute(db)
  },
}
