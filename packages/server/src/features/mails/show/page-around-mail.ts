import { limits, type PageMeta } from '@mailstop/contract'
import type { Database } from '../../../db/database.ts'
import {
  encodeCursor,
  encodeCursorAbove,
  pageMeta,
  type PageRequest,
  type Total,
  type WindowStart,
} from '../rows/mail-rules.ts'
import { countMailsAbove, listMails, listMailsAbove, type ListedRow } from '../rows/mail-store.ts'

type Window = { rows: ListedRow[]; meta: PageMeta }

/**
 * A page that does not begin at the newest mail: the mails on both sides of one, however far down it is, or just
 * above one. Newest first. The mails before it are counted up to a limit.
 */
export async function readPageAround(
  { sql }: Pick<Database, 'sql'>,
  teamId: number,
  unread: boolean,
  { start: { by, id }, perPage }: PageRequest<WindowStart>,
  total: Total,
): Promise<Window> {
  const mostAbove = by === 'above' ? perPage : Math.floor(perPage / 2)
  const start = { by: 'cursor' as const, beforeId: id + 1 }
  const [nearest, below] = await Promise.all([
    listMailsAbove(sql, teamId, { unread, above: id, limit: mostAbove + 1 }),
    by === 'above' ? [] : listMails(sql, teamId, unread, { start, perPage: perPage - mostAbove }),
  ])
  const rows = [...nearest.slice(0, mostAbove).toReversed(), ...below.slice(0, perPage - mostAbove)]
  const [first, last] = [rows[0], rows.at(-1)]
  const hasMore = by === 'above' || below.length > perPage - mostAbove
  const limit = limits.mailsCountedBefore
  const before = first
    ? await countMailsAbove(sql, teamId, { unread, above: first.id, limit: limit + 1 })
    : 0
  const page = { start: { by: 'cursor' as const, beforeId: id }, perPage }
  return {
    rows,
    meta: {
      ...pageMeta(page, [], total),
      next_cursor: last && hasMore ? encodeCursor(last.id) : null,
      previous_cursor: first && nearest.length > mostAbove ? encodeCursorAbove(first.id) : null,
      before: before > limit ? null : before,
    },
  }
}
