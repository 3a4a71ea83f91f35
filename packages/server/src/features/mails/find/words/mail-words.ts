import type { Database } from '../../../../db/database.ts'
import type { SearchEntry } from '../../../../db/words/search-index.ts'
import { isDamage } from '../../../../db/store-files/damage.ts'
import { summarize } from '../../../../mime/summary.ts'
import { searchEntry, wordsOfRow, type NamedInRow } from './mail-entry.ts'
import { findToRead } from '../waited-mail-store.ts'
import { storedList } from '../../../../lib/json/stored-list.ts'

/**
 * The words of a mail, as intake made them, read from its source; null when the mail is gone. If the source is
 * damaged, only the words of the row.
 */
export async function readWords(
  db: Pick<Database, 'sources' | 'sql'>,
  row: NamedInRow & { id: number },
): Promise<SearchEntry | null> {
  try {
    const stored = await findToRead(db, row.id)
    if (!stored) return null
    const { envelope_from, envelope_to, received_at, login, size } = stored.mail
    return searchEntry({
      id: row.id,
      teamId: row.team_id,
      inbox: row.inbox_id,
      envelope: { from: envelope_from, to: storedList<string>(envelope_to) },
      login,
      receivedAt: received_at,
      size,
      summary: summarize(await stored.read()),
    })
  } catch (error) {
    if (isDamage(error)) return entryOfRow(row)
    throw error
  }
}

export const entryOfRow = (row: NamedInRow & { id: number }): SearchEntry => ({
  mail_id: row.id,
  team_id: row.team_id,
  recipients: '',
  body: '',
  ...wordsOfRow(row),
})
