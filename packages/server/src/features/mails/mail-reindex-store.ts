import type { Sql, Tx } from '../../db/database.ts'

/** Newest first: these are looked for first. */
export function listToIndex(sql: Sql, limit: number) {
  return sql
    .selectFrom('mails_to_index')
    .innerJoin('mails', 'mails.id', 'mails_to_index.mail_id')
    .innerJoin('mail_sources', 'mail_sources.mail_id', 'mails.id')
    .select(['mails.id', 'mails.team_id', 'mails.received_at', 'mails.size'])
    .select(['mails.envelope_from', 'mails.envelope_to', 'mail_sources.source'])
    .orderBy('mails_to_index.mail_id', 'desc')
    .limit(limit)
    .execute()
}

export async function setAddressKeys(
  tx: Tx,
  mailId: number,
  keys: { sender_key: string; recipient_keys: string },
): Promise<void> {
  await tx.updateTable('mails').set(keys).where('id', '=', mailId).execute()
}
