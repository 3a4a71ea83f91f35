import type { Database, Sql, Tx } from '../../db/database.ts'

/** Mails that wait for their words, newest first: these are looked for first. */
export function listToIndex(sql: Sql, { below, limit }: { below: number; limit: number }) {
  return sql
    .selectFrom('mails_to_index')
    .innerJoin('mails', 'mails.id', 'mails_to_index.mail_id')
    .select(['mails.id', 'mails.team_id', 'mails.received_at', 'mails.size'])
    .select(['mails.envelope_from', 'mails.envelope_to'])
    .where('mails_to_index.mail_id', '<', below)
    .orderBy('mails_to_index.mail_id', 'desc')
    .limit(limit)
    .execute()
}

/** Those of the mails that are still there. */
export function listSources(
  { longReads, sources }: Pick<Database, 'longReads' | 'sources'>,
  mailIds: number[],
) {
  return sources.get(
    longReads.selectFrom('mails').select('mails.id').where('mails.id', 'in', mailIds),
  )
}

/** What was read from the source again. */
export async function setReadAgain(
  tx: Tx,
  mailId: number,
  columns: { sender_key: string; recipient_keys: string; snippet: string },
): Promise<void> {
  await tx.updateTable('mails').set(columns).where('id', '=', mailId).execute()
}
