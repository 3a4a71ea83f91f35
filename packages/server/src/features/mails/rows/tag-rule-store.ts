import type { Sql, Tx } from '../../../db/database.ts'
import type { TagRuleRow } from '../../../db/schema.ts'

// Searches whose mail is tagged when it is caught.

/** The rules of some teams, oldest first. */
export function listTagRules(store: Sql, teamIds: readonly number[]): Promise<TagRuleRow[]> {
  return store
    .selectFrom('tag_rules')
    .selectAll()
    .where('team_id', 'in', teamIds)
    .orderBy('id')
    .execute()
}

export function insertTagRule(tx: Tx, rule: Omit<TagRuleRow, 'id'>): Promise<TagRuleRow> {
  return tx.insertInto('tag_rules').values(rule).returningAll().executeTakeFirstOrThrow()
}

export async function writeTagRule(
  tx: Tx,
  { id, search, tags }: Pick<TagRuleRow, 'id' | 'search' | 'tags'>,
): Promise<void> {
  await tx.updateTable('tag_rules').set({ search, tags }).where('id', '=', id).execute()
}

export async function removeTagRule(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('tag_rules').where('id', '=', id).execute()
}
