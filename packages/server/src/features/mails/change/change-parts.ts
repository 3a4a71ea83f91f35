import type { Sql } from '../../../db/database.ts'
import { inGroups } from '../../../lib/shares/in-groups.ts'
import { countMailTags } from '../rows/tag-store.ts'

/** Rows beside its tags that a mail changes, in round figures: as many as 20 tags cost. */
const rowsOfMail = 20

/** Splits mails, in their order, so that no transaction changes more rows: a mail may have very many tags. */
export async function inParts(
  store: Sql,
  mailIds: readonly number[],
  mostRows: number,
): Promise<number[][]> {
  const tags = await countMailTags(store, mailIds)
  return [...inGroups(mailIds, { cost: mostRows }, (id) => rowsOfMail + (tags.get(id) ?? 0))]
}
