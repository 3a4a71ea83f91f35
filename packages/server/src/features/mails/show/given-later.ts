import type { MailSummary } from '@mailstop/contract'
import type { Sql } from '../../../db/database.ts'
import type { ListedRow } from '../rows/mail-store.ts'
import { brokenGuards } from '../rows/mark-store.ts'
import { namesOfTags } from '../rows/tag-store.ts'
import { summaryView, type GivenLater } from './mail-view.ts'

/** Reads what mails were given after their rows were written; returns what says it of each. */
export async function givenLater(
  store: Sql,
  ids: readonly number[],
): Promise<(id: number) => GivenLater> {
  const [tags, guards] = await Promise.all([namesOfTags(store, ids), brokenGuards(store, ids)])
  return (id) => ({ tags: tags.get(id) ?? [], broken_guards: guards.get(id) ?? [] })
}

/** Keeps the order of the rows. */
export async function summariesOf(store: Sql, rows: ListedRow[]): Promise<MailSummary[]> {
  const given = await givenLater(
    store,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => summaryView(row, given(row.id)))
}
