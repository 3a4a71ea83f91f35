import type { Extracted, MailSummary } from '@mailstop/contract'
import type { FeatureDeps } from '../../feature-deps.ts'
import type { Viewer } from '../../../mime/view/viewer.ts'
import { mailOfRow, meets, wholeMail } from '../find/mail-match.ts'
import { selectMails } from '../find/mail-selection.ts'
import { withInboxes } from '../find/named-inboxes.ts'
import { findWaited } from '../find/waited-mail-store.ts'
import { readWords } from '../find/words/mail-words.ts'
import { findMail, findMails, findSource } from '../rows/mail-store.ts'
import { summariesOf } from './given-later.ts'

type Deps = Pick<FeatureDeps, 'db' | 'now'> & { viewer: Viewer }

/** Serves the product itself, and no user: mails that were caught, as they are now. */
export function createNamedMails({ db, viewer, now }: Deps) {
  /**
   * Says of these mails which are there, and which of them a search finds. A search that is not understood any more
   * finds none.
   */
  async function foundAmong(
    teamId: number,
    ids: number[],
    q: string | null,
  ): Promise<{ kept: Set<number>; found: Map<number, MailSummary> }> {
    const rows = await findMails(db.sql, teamId, ids)
    const kept = new Set(rows.map(({ id }) => id))
    const wanted = q === null ? kept : await thoseThatMeet(teamId, [...kept], q)
    const summaries = await summariesOf(
      db.sql,
      rows.filter(({ id }) => wanted.has(id)),
    )
    return { kept, found: new Map(summaries.map((summary) => [summary.id, summary])) }
  }

  async function thoseThatMeet(teamId: number, ids: number[], q: string): Promise<Set<number>> {
    const found = new Set<number>()
    const selection = selectMails({ filter: 'all', q }, now())
    if ('problems' in selection || ids.length === 0) return found
    const search = selection.search && (await withInboxes(db.sql, teamId, selection.search))
    for (const row of await findWaited(db.sql, teamId, ids)) {
      let isMet = search === null ? true : meets(search, mailOfRow(row))
      if (isMet === null && search) {
        // The index may lack the words of a mail that has just come.
        const entry = await readWords(db, row)
        isMet = entry !== null && meets(search, wholeMail(row, entry))
      }
      if (isMet) found.add(row.id)
    }
    return found
  }

  /** Null where the mail is gone, or too complex to be read. */
  async function extractedOf(teamId: number, mailId: number): Promise<Extracted | null> {
    const row = await findMail(db.sql, teamId, mailId)
    if (!row) return null
    const read = async () => (await findSource(db, teamId, mailId)) ?? new Uint8Array()
    const view = await viewer.view({ size: row.size, read })
    return 'extracted' in view ? view.extracted : null
  }

  return { foundAmong, extractedOf }
}
