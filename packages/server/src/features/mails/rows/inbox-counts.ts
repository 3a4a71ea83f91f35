import type { MailTagRow } from '../../../db/schema.ts'
import { firstInbox } from '../../../lib/first-inbox.ts'

// Inboxes are counted as tags are, in the same table and by the same steps, under keys that no tag can have. The first
// inbox has the mail that the others leave of the team's, so a team with one inbox counts nothing more. Pure.

type OfInbox = { id: number; team_id: number; inbox_id: number }

/** What mails add to the counts, as rows of `tagCounts`. */
export const inboxRows = (mails: readonly OfInbox[]): MailTagRow[] =>
  mails
    .filter(({ inbox_id }) => inbox_id !== firstInbox)
    .map(({ id, team_id, inbox_id }) => ({ team_id, mail_id: id, key: `:${inbox_id}`, name: '' }))
