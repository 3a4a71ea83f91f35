import type { Extracted, MailSummary } from '@mailstop/contract'
import { isDamage } from '../../../db/store-files/damage.ts'
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
    if (q !== null) {
      const { kept, wanted } = await thoseThatMeet(teamId, ids, q)
      return { kept, found: await summaries(teamId, wanted) }
    }
    const found = await summaries(teamId, ids)
    return { kept: new Set(found.keys()), found }
  }

  async function summaries(teamId: number, ids: number[]): Promise<Map<number, MailSummary>> {
    const shown = await summariesOf(db.sql, await findMails(db.sql, teamId, ids))
    return new Map(shown.map((summary) => [summary.id, summary]))
  }

  async function thoseThatMeet(teamId: number, ids: number[], q: string) {
    const rows = ids.length === 0 ? [] : await findWaited(db.sql, teamId, ids)
    const kept = new Set(rows.map(({ id }) => id))
    const wanted: number[] = []
    const selection = selectMails({ filter: 'all', q }, now())
    if ('problems' in selection) return { kept, wanted }
    const search = selection.search && (await withInboxes(db.sql, teamId, selection.search))
    for (const row of rows) {
      let isMet = search === null ? true : meets(search, mailOfRow(row))
      if (isMet === null && search) {
        // The index may lack the words of a mail that has just come.
        const entry = await readWords(db, row)
        isMet = entry !== null && meets(search, wholeMail(row, entry))
      }
      if (isMet) wanted.push(row.id)
    }
    return { kept, wanted }
  }

  /** Null where the mail is gone or damaged, or too complex to be read. */
  async function extractedOf(teamId: number, mailId: number): Promise<Extracted | null> {
    const row = await findMail(db.sql, teamId, mailId)
    if (!row) return null
    const read = async () => (await findSource(db, teamId, mailId)) ?? new Uint8Array()
    try {
      const view = await viewer.view({ size: row.size, read })
      return 'extracted' in view ? view.extracted : null
    } catch (error) {
      if (isDamage(error)) return null
      throw error
    }
  }

  return { foundAmong, extractedOf }
}
