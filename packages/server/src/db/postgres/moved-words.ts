import type { Sql } from '../database.ts'
import { sql } from 'kysely'
import { notYetMoved } from '../store-files/older-store.ts'
import { UnusableDatabase } from '../store-files/unusable-database.ts'

/**
 * Asks whether a store from before the first release still holds mail where this version does not look: the commit that
 * upgrades it moves words, and makes ranges of tables, behind its start. It keeps the lease until all words have moved.
 */
export const areWordsLeft = `
  select exists (select from mail_words)
    or exists (select from leases where name = 'words of mail from before')
    or (select relkind from pg_class where oid = to_regclass('mails')) <> 'p' as left`

export async function requireMovedWords(store: Sql): Promise<void> {
  const { rows } = await sql.raw<{ left: boolean }>(areWordsLeft).execute(store)
  if (rows[0]?.left) throw new UnusableDatabase([notYetMoved])
}
