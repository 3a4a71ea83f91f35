import { inboxOf, keepsToInbox, type TeamRequest } from '../../../actor.ts'
import type { MailRow } from '../../../db/schema.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import type { Permit } from '../../teams/teams.ts'
import { listPage, listRows, listWholeRows, type PageRow } from './offset-page-store.ts'
import { inReach, joined, type MailSearch } from '../find/mail-condition.ts'
import { reachedIds } from '../rows/mail-ids-store.ts'
import { searchMails } from '../find/search-store.ts'
import { namesOfTags } from '../rows/tag-store.ts'

export type { PageRow }

type TaggedRow = PageRow & { tags: string[] }
type Page = { search: MailSearch | null; start: number; limit: number }
type Request = TeamRequest<'read_mail'>

/** Pages of any place and length, for APIs of other tools. A `search` of null finds all mail. */
export function createOffsetPages({ db, permit }: Pick<FeatureDeps, 'db'> & { permit: Permit }) {
  /** The newest first, with their tags. */
  async function pageOf(request: Request, { start, limit, ...page }: Page): Promise<TaggedRow[]> {
    await permit(db.sql, request, keepsToInbox)
    const { teamId } = request
    const search = joined('all', [inReach(inboxOf(request)), page.search])
    const rows =
      search === null
        ? await db.searches.within(1, () => listPage(db.sql, teamId, { start, limit }))
        : await listRows(
            db.sql,
            teamId,
            await searchMails({ ...db, teamId }, search, { offset: start, limit }),
          )
    return withTags(rows)
  }

  /** These mails, the newest first; fewer when some are gone. */
  async function listed(request: Request, ids: number[]): Promise<TaggedRow[]> {
    await permit(db.sql, request, keepsToInbox)
    const { teamId } = request
    return withTags(await listRows(db.sql, teamId, await reachedIds(db.sql, request, ids)))
  }

  /** These mails with all of their columns, in no order; fewer when some are gone. Each may have very many recipients. */
  async function wholeRows(request: Request, ids: number[]): Promise<MailRow[]> {
    await permit(db.sql, request, keepsToInbox)
    const reached = await reachedIds(db.sql, request, ids)
    return reached.length === 0 ? [] : listWholeRows(db.sql, request.teamId, reached)
  }

  async function withTags(rows: PageRow[]): Promise<TaggedRow[]> {
    const tags = await namesOfTags(
      db.sql,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => ({ ...row, tags: tags.get(row.id) ?? [] }))
  }

  async function newestOf(request: Request, search: MailSearch | null): Promise<number | null> {
    const [row] = await pageOf(request, { search, start: 0, limit: 1 })
    return row?.id ?? null
  }

  /** Which of these mails the actor may know of, also those that were deleted. */
  async function reached(request: Request, ids: number[]): Promise<number[]> {
    await permit(db.sql, request, keepsToInbox)
    return reachedIds(db.sql, request, ids)
  }

  return { pageOf, listed, wholeRows, newestOf, reached }
}
