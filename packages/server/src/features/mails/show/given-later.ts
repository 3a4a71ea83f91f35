import type { MailSummary } from '@mailstop/contract'
import type { Sql } from '../../../db/database.ts'
import type { ListedRow } from '../rows/mail-store.ts'
import { namesOfInboxes } from '../rows/inbox-store.ts'
import { brokenGuards } from '../rows/mark-store.ts'
import { namesOfTags } from '../rows/tag-store.ts'
import { summaryView, type GivenLater } from './mail-view.ts'

type Given = Pick<ListedRow, 'id' | 'team_id' | 'inbox_id'>

/** Reads what mails of one team were given after their rows were written; returns what says it of each. */
export async function givenLater(
  store: Sql,
  rows: readonly Given[],
): Promise<(row: Given) => GivenLater> {
  const ids = rows.map(({ id }) => id)
  const teamId = rows[0]?.team_id
  const [tags, guards, inboxes] = await Promise.all([
    namesOfTags(store, ids),
    brokenGuards(store, ids),
    teamId === undefined
      ? new Map<number, string>()
      : namesOfInboxes(
          store,
          teamId,
          rows.map((row) => row.inbox_id),
        ),
  ])
  return ({ id, inbox_id }) => ({
    tags: tags.get(id) ?? [],
    broken_guards: guards.get(id) ?? [],
    inbox: inboxes.get(inbox_id) ?? null,
  })
}

/** Keeps the order of the rows. */
export async function summariesOf(store: Sql, rows: ListedRow[]): Promise<MailSummary[]> {
  const given = await givenLater(store, rows)
  return rows.map((row) => summaryView(row, given(row)))
}
