import { limits } from '@mailstop/contract'
import type { Page } from './operator-store.ts'

export type Asked = { q?: string | undefined; cursor?: number | undefined }

/** Pages of a list that goes down ids. A page of a search also ends where it has looked at enough rows. */
export async function pageOf<Row extends { id: number }, Item>(
  { q, cursor }: Asked,
  source: {
    floorOf: (cursor: number | undefined) => Promise<number | null>
    rows: (page: Page & { floor: number }) => Promise<Row[]>
    view: (row: Row) => Item
  },
): Promise<{ data: Item[]; meta: { next_cursor: string | null } }> {
  const search = q === undefined || q === '' ? undefined : q
  const floor = search === undefined ? null : await source.floorOf(cursor)
  const limit = limits.operatorPage
  const rows = await source.rows({ q: search, cursor, limit: limit + 1, floor: floor ?? 0 })
  const shown = rows.slice(0, limit)
  // More was found than is shown; otherwise a search goes on below the rows it looked at.
  const next = rows.length > limit ? (shown.at(-1)?.id ?? null) : floor
  return {
    data: shown.map(source.view),
    meta: { next_cursor: next === null ? null : String(next) },
  }
}
